import type { Surface } from "../surface.ts";

export const SHAPES = [
  "set",
  "reel",
  "backpack",
  "racketBag",
  "duffel",
  "tournament",
  "can",
  "box",
  "tee",
  "polo",
  "tank",
  "longSleeve",
  "sweatshirt",
  "hoodie",
  "jacket",
  "trackSuit",
  "shorts",
  "pants",
  "leggings",
  "skirt",
  "dress",
  "socks",
  "cap",
  "hat",
  "visor",
  "wristbands",
  "headband",
  "dampeners",
  "pump",
  "grips",
  "tape",
  "savers",
  "hopper",
  "sweeper",
  "markers",
  "clip",
  "stencil",
  "stringTool",
  "racketTool",
  "measure",
  "support",
  "towel",
] as const;
export type Shape = (typeof SHAPES)[number];

export const THING_VIEWS = ["whole", "close", "detail"] as const;
export type ThingView = (typeof THING_VIEWS)[number];

/** What decides how a thing looks. */
export interface ThingArt {
  readonly shape: Shape;
  readonly main: string;
  readonly accent: string;
  readonly trim: string;
  /** Balls in the can, rackets in the bag, pieces in the packet. */
  readonly count: number;
  /** Which of several makes of it, where its name says so: a heart, a roll of lead, … */
  readonly make?: string;
  /** For whom clothes are cut. */
  readonly cut: "men" | "women" | "kids";
  /** 0 is new, 1 has been through a lot. */
  readonly wear: number;
  /** Decides folds, turns and marks. */
  readonly seed: string;
}

export interface ThingScene {
  readonly thing: ThingArt;
  readonly view: ThingView;
  readonly surface: Surface;
}
