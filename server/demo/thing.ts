import type { accessory } from "#app/domain/categories/accessory.ts";
import type { bag } from "#app/domain/categories/bag.ts";
import type { ball } from "#app/domain/categories/ball.ts";
import type { clothes } from "#app/domain/categories/clothes.ts";
import type { string } from "#app/domain/categories/string.ts";

interface Definition {
  readonly type: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** A field's value, as its definition says. */
type ValueOf<Kind> = Kind extends { kind: "number" }
  ? number
  : Kind extends { kind: "several"; options: readonly { value: infer Value }[] }
    ? readonly Value[]
    : Kind extends { options: readonly { value: infer Value }[] }
      ? Value
      : string;

/** Something on offer that is no racket. What its seller does not know is left out, never guessed. */
interface Offered<Of extends Definition> {
  readonly of: Of["type"];
  readonly name: string;
  readonly brand: string;
  readonly euros: number;
  /** How long ago it was listed. */
  readonly days: number;
  /** Its own fields, as they are stored. */
  readonly has: { readonly [Name in keyof Of["fields"]]?: ValueOf<Of["fields"][Name]> };
  /** Its main colour and a second one ("#rrggbb"), where its colour's name does not say enough. */
  readonly colors?: readonly [main: string, accent?: string];
  /** How many pictures it has. */
  readonly photos: 1 | 2 | 3;
  readonly description: string;
}

export type DemoString = Offered<typeof string>;
export type DemoBag = Offered<typeof bag>;
export type DemoBall = Offered<typeof ball>;
export type DemoClothes = Offered<typeof clothes>;
export type DemoAccessory = Offered<typeof accessory>;
export type DemoThing = DemoString | DemoBag | DemoBall | DemoClothes | DemoAccessory;
