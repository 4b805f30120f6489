/** How a thing on offer looks: its colours from its colour's name or its maker's usual dress, its shape from its type. */
import { random } from "../random.ts";
import type { DemoThing } from "../thing.ts";
import type { Shape, ThingArt } from "./art.ts";

const CLOTHES: Readonly<Record<string, Shape>> = {
  Shirt: "polo",
  "T-Shirt": "tee",
  "Polo Shirt": "polo",
  "Tank Top": "tank",
  "Long Sleeve Shirt": "longSleeve",
  Shorts: "shorts",
  Pants: "pants",
  Leggings: "leggings",
  Skirt: "skirt",
  Dress: "dress",
  Jacket: "jacket",
  Windbreaker: "jacket",
  Sweatshirt: "sweatshirt",
  Hoodie: "hoodie",
  "Track Suit": "trackSuit",
  "Compression Wear": "longSleeve",
  Socks: "socks",
  "Cap/Hat": "cap",
  Cap: "cap",
  Visor: "visor",
  Wristbands: "wristbands",
  Headbands: "headband",
};

const ACCESSORIES: Readonly<Record<string, Shape>> = {
  Dampeners: "dampeners",
  "Ball Pumps": "pump",
  Grips: "grips",
  "Grip Tape": "tape",
  "String Savers": "savers",
  "Ball Hoppers": "hopper",
  "Line Sweepers": "sweeper",
  "Court Markers": "markers",
  "Ball Clips": "clip",
  "Racket Stencils": "stencil",
  "String Tools": "stringTool",
  "Racket Tools": "racketTool",
  "Court Measuring Tools": "measure",
  Wristbands: "wristbands",
  Headbands: "headband",
  Protection: "support",
  Other: "towel",
};

const BAGS: Readonly<Record<string, Shape>> = {
  backpack: "backpack",
  "racket bag": "racketBag",
  duffel: "duffel",
  tournament: "tournament",
};

/** Some dyes of each colour, and what goes with it. */
const DYES: Readonly<Record<string, readonly string[]>> = {
  White: ["#f2f1ed", "#f4f3f0", "#efede6"],
  Black: ["#1c1d21", "#202126", "#191a1c"],
  Navy: ["#1d2a4a", "#1a2642", "#22335c"],
  Blue: ["#2663b8", "#2f7fce", "#1f4fa0", "#3f8fd6"],
  Red: ["#c2222f", "#b51c2b", "#cf3434"],
  Green: ["#2c7a4b", "#1f5f45", "#5a9b3a"],
  Yellow: ["#e9d92f", "#efd21c", "#dfe04a"],
  Orange: ["#ec6a22", "#f0803a"],
  Purple: ["#5b3d94", "#6d4aa8"],
  Pink: ["#e56b9c", "#ee8fb2", "#d94a86"],
  Grey: ["#7c828a", "#8f959b", "#5f656c"],
  Silver: ["#c3c7cb", "#b7bcc2"],
  Gold: ["#cfa63a", "#d8b24a"],
  Natural: ["#e9dcb8", "#ecdfc0"],
  Multi: ["#2f6fb5", "#d5485f", "#2c9a86"],
  Other: ["#8b6b4a", "#c5703a"],
  Unknown: ["#6f757c"],
};

const PARTNERS: Readonly<Record<string, readonly string[]>> = {
  White: ["#1d2f5c", "#c2222f", "#2c7a4b", "#2b7fca", "#1c1d21"],
  Black: ["#f2f1ed", "#c2222f", "#d9e021", "#8f959b", "#2b7fca"],
  Navy: ["#f2f1ed", "#d9e021", "#c2222f", "#6fb2e3"],
  default: ["#f2f1ed", "#1c1d21", "#1d2a4a", "#f2f1ed"],
};

/** What makers usually wrap their strings and balls in: colours, no marks. */
const DRESS: Readonly<Record<string, readonly [string, string]>> = {
  Wilson: ["#c4202c", "#f4f2ee"],
  Babolat: ["#14356e", "#e9e9e4"],
  Head: ["#f0641e", "#17181b"],
  Prince: ["#1f6b43", "#f2f1ed"],
  Yonex: ["#1d4fa8", "#3fae5a"],
  Luxilon: ["#1b2a52", "#c9ccd0"],
  Tecnifibre: ["#f2f1ee", "#c8152c"],
  Solinco: ["#17181b", "#7dbb35"],
  Gamma: ["#e9e21f", "#1c1d21"],
  Kirschbaum: ["#f0c21c", "#1c1d21"],
  "Signum Pro": ["#1f6fc0", "#e6e6e2"],
  Volkl: ["#f0d81c", "#1c1d21"],
  Dunlop: ["#f2c81c", "#c8152c"],
  Ashaway: ["#b51c2b", "#f2f1ed"],
  MSV: ["#2a2c31", "#e0481f"],
  Penn: ["#b51c2b", "#1d2a4a"],
};

const WEAR: Readonly<Record<string, number>> = {
  New: 0,
  "Like New": 0.05,
  Excellent: 0.12,
  Good: 0.3,
  Used: 0.55,
  Fair: 0.7,
  Poor: 1,
};

function shapeOf(thing: DemoThing): Shape {
  switch (thing.of) {
    case "string":
      return thing.has.type === "reel" ? "reel" : "set";
    case "bag":
      return BAGS[thing.has.style ?? ""] ?? "racketBag";
    case "ball":
      return thing.has.packaging_type === "box" ? "box" : "can";
    case "clothes":
      if (/\b(bob|hat|bucket|chapeau)\b/i.test(thing.name)) return "hat";
      return CLOTHES[thing.has.type ?? ""] ?? "tee";
    case "accessory":
      return ACCESSORIES[thing.has.type ?? ""] ?? "towel";
  }
}

const COUNTS: readonly (readonly [RegExp, number])[] = [
  [/\b(?:twee|deux|zwei|two|pair|Paar|Doppelpack|2 pack)\b/i, 2],
  [/\b(?:drie|drei|trois|three|Dreierpack|3 pack)\b/i, 3],
  [/\b(?:vier|quatre|four)\b/i, 4],
];

function countOf(thing: DemoThing): number {
  if (thing.of === "ball") return Number(thing.has.balls_per_can);
  if (thing.of === "bag") return thing.has.capacity ?? 3;
  const said = /(?:^|, | )(\d\d?)(?: (?:stuks|Stück|pack|roll))?$/.exec(thing.name)?.[1];
  const worded = COUNTS.find(([words]) => words.test(thing.name))?.[1];
  return Number(said ?? worded ?? (thing.of === "accessory" && thing.has.type === "Dampeners" ? 1 : 3));
}

const BALL_GRADES: Readonly<Record<string, string>> = {
  premium: "#d9e435",
  practice: "#cfd935",
  training: "#e2e44a",
};

function trainingColor(name: string): string | undefined {
  if (/red|rot/i.test(name)) return "#d8402f";
  if (/orange/i.test(name)) return "#f08a2c";
  if (/green|groen|grün/i.test(name)) return "#5fae45";
  return undefined;
}

/** Words in a name, in the sellers' languages, that say how the thing is made. */
const MAKES: readonly (readonly [RegExp, string])[] = [
  [/c(œ|oe)ur/i, "heart"],
  [/smiley/i, "smiley"],
  [/shockbuster/i, "worm"],
  [/röhre/i, "tube"],
  [/linien/i, "lines"],
  [/cuir/i, "leather"],
  [/lood|plomb/i, "lead"],
  [/presse/i, "press"],
  [/bezem|brush/i, "broom"],
  [/pliant|klapp/i, "folding"],
];

function makeOf({ of, name, description, has }: DemoThing): string | undefined {
  if (of !== "clothes" && of !== "accessory") return undefined;
  if (of === "clothes")
    return /pliss|plis |pleat|falten/i.test(`${name} ${description}`) ? "pleated" : undefined;
  const named = MAKES.find(([words]) => words.test(name))?.[1];
  return named ?? ("color" in has && has.color === "Multi" ? "mixed" : undefined);
}

function cutOf(thing: DemoThing): ThingArt["cut"] {
  if (thing.of !== "clothes") return "men";
  const { gender } = thing.has;
  return gender === "Women" ? "women" : gender === "Boys" || gender === "Girls" ? "kids" : "men";
}

export function thingArtOf(thing: DemoThing, seed: string): ThingArt {
  const chance = random(`${seed} things`);
  const one = (things: readonly string[] | undefined) =>
    things?.[Math.floor(chance() * things.length)] ?? "#888888";
  const color = "color" in thing.has ? (thing.has.color ?? "Unknown") : "Unknown";
  const dress = DRESS[thing.brand] ?? ["#1d2a4a", "#f2f1ed"];
  const dye = one(DYES[color]);
  const partner = one(PARTNERS[color] ?? PARTNERS.default);
  const condition = "condition" in thing.has ? (thing.has.condition ?? "Good") : "New";
  const base = {
    shape: shapeOf(thing),
    count: countOf(thing),
    make: makeOf(thing),
    cut: cutOf(thing),
    wear: WEAR[condition] ?? 0.3,
    seed,
  };
  if (thing.of === "ball") {
    const felt = trainingColor(thing.name) ?? BALL_GRADES[thing.has.grade ?? "premium"] ?? "#d9e435";
    return { ...base, main: felt, accent: dress[0], trim: dress[1] };
  }
  const [main = dye, accent = thing.of === "string" ? dress[0] : partner] = thing.colors ?? [];
  return {
    ...base,
    main,
    accent,
    trim: thing.of === "string" ? dress[1] : one(PARTNERS[color] ?? PARTNERS.default),
  };
}
