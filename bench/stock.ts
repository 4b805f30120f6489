import { readFile } from "node:fs/promises";
import { racket } from "#app/domain/categories/racket.ts";
import { isCountry, isRegion } from "#app/domain/place.ts";
import { parsePostalCodes } from "#server/postal-codes.ts";
import { categoryAt, particularsOf } from "./assortment.ts";
import { type Chances, chances } from "./chances.ts";
import { random } from "./random.ts";

/** The brands, most common first, with their product lines and head sizes. */
const BRANDS: readonly (readonly [brand: string, lines: readonly string[], sizes: readonly number[]])[] = [
  ["Wilson", ["Pro Staff", "Blade", "Clash", "Ultra", "Burn", "Shift", "Triad"], [97, 98, 100, 104, 108]],
  ["Babolat", ["Pure Drive", "Pure Aero", "Pure Strike", "Boost", "Evo Drive"], [98, 100, 104, 107]],
  ["Head", ["Radical", "Speed", "Prestige", "Gravity", "Extreme", "Boom", "Instinct"], [95, 98, 100, 102]],
  ["Yonex", ["Ezone", "Vcore", "Percept", "Astrel", "Regna"], [95, 97, 98, 100, 105]],
  ["Prince", ["Textreme Tour", "Phantom", "Ripstick", "Synergy", "Warrior"], [93, 95, 100, 107, 110]],
  ["Tecnifibre", ["TFight", "TF40", "Tempo", "TFX1", "TF-X2"], [98, 100, 105]],
  ["Dunlop", ["CX 200", "FX 500", "SX 300", "LX 800"], [95, 98, 100]],
  ["Volkl", ["V-Cell", "V-Sense", "C10 Pro", "Organix"], [98, 100, 102]],
  ["ProKennex", ["Ki Q+ Tour", "Black Ace", "Ki 5", "Destiny"], [98, 100, 105]],
  ["Solinco", ["Whiteout", "Blackout"], [98, 100]],
  ["Slazenger", ["Challenge", "Pro Braided", "V-Series"], [95, 98]],
  ["Donnay", ["Pro One", "Formula", "Allwood"], [94, 97, 100]],
  ["Pacific", ["BX2 X Fast", "X Force", "X Feel"], [95, 98, 100]],
  ["Artengo", ["TR960 Control", "TR930 Spin", "TR500"], [98, 100, 105]],
  ["Diadem", ["Nova", "Elevate", "Axis"], [98, 100]],
  ["Other", ["Classic", "Club", "Wooden"], [85, 95, 110, 135]],
];

export const COMMON_WORDS =
  "racket in very good condition used for one season light play only indoor club with original cover and strings " +
  "grip is new small scratches on the frame no cracks or damage strung at 24 kg perfect for a player who wants " +
  "control spin and power selling because i switched to another brand can be picked up after work or sent by post " +
  "smoke free home never dropped comes from collection bought last year receipt available price is fixed";
const RARE_STEMS =
  "lux alu rip soft hyper tour natu brio cyc lynx razor spin velo rpm ice sonic tonic multi gamma kir";
const RARE_ENDINGS =
  "line big power rough gear fibre blast code cutter feel control max edge tec strike storm synth";

const COUNTRY_SHARES = { NL: 0.27, DE: 0.25, GB: 0.19, FR: 0.16, US: 0.13 };
const COLORS = ["Black", "White", "Red", "Blue", "Yellow", "Green", "Orange", "Purple", "Multi", "Other"];
const CONDITIONS = ["Good", "Like New", "Used", "Excellent", "Fair", "New", "Poor"];
const PATTERNS = ["16x19", "18x20", "16x20", "16x18", "Other"];
const OPTIONS = [["direct_checkout", "chat", "bid"], ["chat"], ["chat", "bid"], ["direct_checkout", "chat"]];

const PERIOD_MS = 3 * 365 * 86_400_000;

export interface StockRow {
  readonly type: string;
  readonly id: string;
  readonly user_id: string;
  readonly name: string;
  readonly brand: string;
  readonly description: string;
  readonly price_cents: number;
  readonly country: string;
  readonly postal_code: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly created_at: string;
  readonly updated_at: string;
}

/** A UUID v7 of this moment, so that ids and dates have the same order. */
function uuidAt(moment: number, { next }: Chances): string {
  const time = Math.floor(moment).toString(16).padStart(12, "0");
  const bits = () =>
    Math.floor(next() * 0x1_0000_0000)
      .toString(16)
      .padStart(8, "0");
  const noise = `${bits()}${bits()}${bits()}`;
  const variant = "89ab"[Number.parseInt(noise.charAt(3), 16) & 3];
  return `${time.slice(0, 8)}-${time.slice(8)}-7${noise.slice(0, 3)}-${variant}${noise.slice(4, 7)}-${noise.slice(7, 19)}`;
}

interface Place {
  readonly country: string;
  readonly code: string;
  readonly latitude: number;
  readonly longitude: number;
}

/** The regions of postal codes by country, in random order: `zipf` gives the first regions the most listings. */
async function placesByCountry(chance: Chances): Promise<Map<string, Place[]>> {
  const csv = await readFile(new URL("../db/data/postal-codes.csv", import.meta.url), "utf8");
  const shuffled = parsePostalCodes(csv)
    .filter(({ country, code }) => isCountry(country) && isRegion(country, code))
    .map((region) => ({ region, order: chance.next() }))
    .sort((a, b) => a.order - b.order);
  return Map.groupBy(
    shuffled.map(({ region }) => region),
    (region) => region.country,
  );
}

function countryAt(share: number): string {
  let sum = 0;
  for (const [country, part] of Object.entries(COUNTRY_SHARES)) {
    sum += part;
    if (share < sum) return country;
  }
  return "NL";
}

/** One of 1,000 postal codes in the region. Their positions are in a square of some 30 km around its centre. */
function codeWithin(place: Place, chance: Chances) {
  const fine = chance.between(0, 999);
  const spread = random(`${place.country}${place.code}${fine}`);
  return {
    country: place.country,
    postal_code: `${place.code}${fine}`.slice(0, 12),
    latitude: place.latitude + (spread() - 0.5) * 0.27,
    longitude: place.longitude + (spread() - 0.5) * 0.4,
  };
}

function describe(chance: Chances, common: readonly string[], rare: readonly string[]): string {
  return Array.from({ length: chance.between(10, 40) }, () =>
    chance.next() < 0.9 ? common[chance.between(0, common.length - 1)] : chance.zipf(rare),
  ).join(" ");
}

/** Attributes that the category's CHECK accepts. Optional ones are often missing, as in a real shop. */
function attributesOf(chance: Chances, sizes: readonly number[]): StockRow["attributes"] {
  const junior = chance.next() < 0.12;
  const maybe = (share: number, value: () => unknown) => (chance.next() < share ? value() : undefined);
  return {
    category: junior ? "junior" : "senior",
    condition: chance.zipf(CONDITIONS),
    headsize: maybe(0.9, () => {
      if (junior) return chance.between(80, 105);
      return chance.next() < 0.01 ? chance.between(120, 135) : chance.zipf(sizes);
    }),
    weight: maybe(0.85, () => (junior ? chance.between(200, 270) : chance.between(255, 345))),
    gripsize: maybe(0.9, () => String(junior ? chance.between(0, 2) : chance.zipf([2, 3, 1, 4, 0, 5]))),
    string_pattern: maybe(0.6, () => chance.zipf(PATTERNS)),
    color: maybe(0.7, () => chance.zipf(COLORS)),
    swingweight: maybe(0.3, () => chance.between(270, 360)),
    balance: maybe(0.3, () => chance.between(300, 360)),
    transaction_options: OPTIONS[chance.between(0, OPTIONS.length - 1)],
  };
}

function racketOf(chance: Chances) {
  const [brand, lines, sizes] = chance.zipf(BRANDS);
  const attributes = attributesOf(chance, sizes);
  const size = attributes.headsize ?? "";
  const name = `${brand} ${chance.zipf(lines)} ${size} v${chance.between(1, 9)}`.replace("  ", " ");
  return { name, brand, attributes };
}

/** All rackets, or all six types by their share. */
export type Assortment = "rackets" | "all types";

/**
 * Yields this many listings of a large shop: few brands sell most, most people live in few towns, and all were listed
 * in the three years before `now`, the oldest first. With another `now`, only the dates and ids differ.
 */
export async function* stock(
  count: number,
  sellers: readonly string[],
  now: Date,
  assortment: Assortment,
): AsyncGenerator<StockRow> {
  const chance = chances("stock");
  const first = now.getTime() - PERIOD_MS;
  const places = await placesByCountry(chance);
  const common = COMMON_WORDS.split(" ");
  const rare = RARE_STEMS.split(" ").flatMap((stem) =>
    RARE_ENDINGS.split(" ").map((ending) => stem + ending),
  );
  for (let index = 0; index < count; index++) {
    const definition = assortment === "rackets" ? racket : categoryAt(chance.next());
    const particulars = definition.type === "racket" ? racketOf(chance) : particularsOf(definition, chance);
    const country = countryAt(chance.next());
    const moment = first + ((index + chance.next()) / count) * PERIOD_MS;
    const listedAt = new Date(moment).toISOString();
    yield {
      type: definition.type,
      id: uuidAt(moment, chance),
      user_id: sellers[chance.between(0, sellers.length - 1)] ?? "",
      ...particulars,
      description: describe(chance, common, rare),
      price_cents: Math.min(
        40_000,
        1_000 + Math.round((chance.next() + chance.next() * chance.next()) * 240) * 100,
      ),
      ...codeWithin(chance.zipf(places.get(country) ?? []), chance),
      created_at: listedAt,
      updated_at: listedAt,
    };
  }
}
