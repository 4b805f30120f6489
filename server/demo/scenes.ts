/** Which pictures the demo shop shows of what. */
import type { RacketArt } from "./art.ts";
import { PAINTS } from "./paints.ts";
import type { RacketScene } from "./picture.ts";
import { random } from "./random.ts";
import type { DemoRacket, DemoSeller } from "./seller.ts";
import type { DemoThing } from "./thing.ts";
import { THING_VIEWS, type ThingScene } from "./things/art.ts";
import { thingArtOf } from "./things/thing-art.ts";

const WEAR: Readonly<Record<DemoRacket["condition"], number>> = {
  New: 0,
  "Like New": 0,
  Excellent: 0.06,
  Good: 0.22,
  Used: 0.5,
  Fair: 0.65,
  Poor: 1,
};

const MM_PER_INCH = 25.4;
const ADULT_MM = 685;
const STRINGS = ["#e9e6da", "#e9e6da", "#26272b", "#d3d6d9", "#e6cf3c"];
const DAMPENERS = ["#e8422f", "#1f1f22", "#e8e337", "#3b82c8", undefined, undefined, undefined, undefined];

function artOf(racket: DemoRacket, seed: string): RacketArt {
  const chance = random(`${seed} things`);
  const one = <Thing>(things: readonly Thing[]) => things[Math.floor(chance() * things.length)];
  const [mains = 16, crosses = 19] = (racket.pattern ?? "16x19").split("x").map(Number);
  const headSize = racket.headsize ?? (racket.juniorInches ? 98 : 100);
  const length = racket.juniorInches ? racket.juniorInches * MM_PER_INCH : ADULT_MM;
  // The larger the head, the more a racket is built for power, and the wider its beam.
  const face = Math.min(14.6, 12.4 + Math.max(0, headSize - 95) * 0.22);
  return {
    ...PAINTS[racket.paint],
    measures: { headSize, length, mains, crosses, face },
    strings: racket.strings ?? one(STRINGS) ?? "#e9e6da",
    grip: racket.overgrip ?? "#1d1e22",
    dampener: one(DAMPENERS),
    wear: WEAR[racket.condition],
    seed,
  };
}

/** The scenes of a racket's photos, in their order. */
export function scenesOf(seller: DemoSeller, racket: DemoRacket): RacketScene[] {
  const art = artOf(racket, `${seller.username}/${racket.name}`);
  return racket.photos.map((view) => ({ art, view, surface: seller.surface }));
}

/** The scenes of another thing's photos, in their order. */
export function thingScenesOf(seller: DemoSeller, thing: DemoThing): ThingScene[] {
  const art = thingArtOf(thing, `${seller.username}/${thing.name}`);
  return THING_VIEWS.slice(0, thing.photos).map((view) => ({ thing: art, view, surface: seller.surface }));
}
