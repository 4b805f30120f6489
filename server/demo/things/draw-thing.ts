import type { Shape, ThingArt, ThingView } from "./art.ts";
import { type Drawing, Sheet } from "./sheet.ts";
import { polo, tank, tee } from "./tops.ts";

const DRAWERS: Partial<Record<Shape, (art: ThingArt, view: ThingView) => Drawing>> = {
  tee,
  longSleeve: tee,
  polo,
  tank,
};

/** A thing in plain wrapping paper. */
function parcel(art: ThingArt): Drawing {
  const sheet = new Sheet();
  sheet.panel("M-230 -300h460v600h-460Z", art.main).panel("M-40 -300h80v600h-80Z", art.accent);
  return sheet.made({
    finish: "paper",
    round: 14,
    lift: 18,
    close: { x: 0, y: -100, near: 2 },
    detail: { x: 0, y: 200, near: 2 },
  });
}

export function drawThing(art: ThingArt, view: ThingView): Drawing {
  const draw = DRAWERS[art.shape];
  return (draw ?? parcel)(art, view);
}
