import type { Shape, ThingArt } from "./art.ts";
import { backpack, duffel } from "./bags.ts";
import { box, can } from "./balls.ts";
import { leggings, pants, shorts, skirt } from "./bottoms.ts";
import { reel, set } from "./coils.ts";
import { hopper, markers, measure, pump, sweeper } from "./court.ts";
import { dress } from "./dress.ts";
import { grips, tape } from "./grips.ts";
import { cap, hat, visor } from "./headwear.ts";
import { hoodie, jacket, sweatshirt, trackSuit } from "./layers.ts";
import { racketBag, tournament } from "./racket-bags.ts";
import type { Drawing } from "./sheet.ts";
import { racketTool, stringTool } from "./tools.ts";
import { polo, tank, tee } from "./tops.ts";
import { headband, socks, support, towel, wristbands } from "./towelling.ts";
import { clip, dampeners, savers, stencil } from "./trifles.ts";

const DRAWERS: Readonly<Record<Shape, (art: ThingArt) => Drawing>> = {
  set,
  reel,
  backpack,
  racketBag,
  duffel,
  tournament,
  can,
  box,
  tee,
  longSleeve: tee,
  polo,
  tank,
  sweatshirt,
  hoodie,
  jacket,
  trackSuit,
  shorts,
  pants,
  leggings,
  skirt,
  dress,
  cap,
  hat,
  visor,
  wristbands,
  headband,
  socks,
  support,
  towel,
  dampeners,
  pump,
  grips,
  tape,
  savers,
  hopper,
  sweeper,
  markers,
  clip,
  stencil,
  stringTool,
  racketTool,
  measure,
};

export function drawThing(art: ThingArt): Drawing {
  return DRAWERS[art.shape](art);
}
