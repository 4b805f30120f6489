import type { Country } from "#app/domain/place.ts";
import type { PaintName } from "./paints.ts";
import type { View } from "./picture.ts";
import type { Surface } from "./surface.ts";
import type { DemoThing } from "./thing.ts";

/** A racket on offer. What a maker does not publish or a seller does not know is left out, never guessed. */
export interface DemoRacket {
  readonly name: string;
  readonly brand: string;
  readonly paint: PaintName;
  readonly color:
    | "Black"
    | "White"
    | "Red"
    | "Blue"
    | "Yellow"
    | "Green"
    | "Orange"
    | "Purple"
    | "Multi"
    | "Other";
  readonly condition: "New" | "Like New" | "Excellent" | "Good" | "Fair" | "Poor" | "Used";
  readonly euros: number;
  /** How long ago it was listed. */
  readonly days: number;
  /** A child's racket of this length; an adult's is 27 inches. */
  readonly juniorInches?: 23 | 25 | 26;
  /** Square inches, grams, kg·cm² (strung), millimetres from the butt (unstrung). */
  readonly headsize?: number;
  readonly weight?: number;
  readonly swingweight?: number;
  readonly balance?: number;
  /** Mains and crosses, as strung: "16x19". */
  readonly pattern?: `${number}x${number}`;
  readonly grip?: "0" | "1" | "2" | "3" | "4" | "5";
  readonly options: readonly ("direct_checkout" | "chat" | "bid")[];
  readonly photos: readonly View[];
  readonly strings?: string;
  readonly overgrip?: string;
  readonly description: string;
}

/** One of the people of the demo shop, who photographs everything in the same place. */
export interface DemoSeller {
  readonly username: string;
  readonly fullName: string;
  readonly country: Country;
  readonly postalCode: string;
  readonly surface: Surface;
  /** Member for this many days. */
  readonly days: number;
  readonly rackets: readonly DemoRacket[];
  readonly things: readonly DemoThing[];
}

const FILTERED_PATTERNS = ["16x19", "18x20", "16x18", "16x20"];

/** The racket's own fields; what is unknown has no key. */
export function attributesOf(racket: DemoRacket) {
  const { pattern } = racket;
  return {
    category: racket.juniorInches ? "junior" : "senior",
    condition: racket.condition,
    headsize: racket.headsize,
    weight: racket.weight,
    gripsize: racket.grip,
    string_pattern: pattern && (FILTERED_PATTERNS.includes(pattern) ? pattern : "Other"),
    color: racket.color,
    swingweight: racket.swingweight,
    balance: racket.balance,
    transaction_options: racket.options,
  };
}
