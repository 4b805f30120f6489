import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import { type Field, kindOf } from "#app/domain/categories/fields/registry.ts";
import { racket } from "#app/domain/categories/racket.ts";
import { categoryOfType } from "#app/domain/categories/registry.ts";
import { isCountry, isRegion } from "#app/domain/place.ts";
import { type PostalCode, shippedPostalCodes } from "#tests/support/postal-codes.ts";
import { type Chances, chances, random } from "./random.ts";

// The listings of a large shop: few brands sell most, most people live in few towns, and all were listed in the three
// years before now.

/** The brands of rackets, most common first, with their product lines and head sizes. */
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

/** The product lines of other types, and the noun in the names of their listings. */
const LINES: Readonly<Record<string, { readonly lines: string; readonly noun?: string }>> = {
  clothes: { lines: "Court,Club,Advantage,Melbourne,Heat Ready,Dri-Fit,Core,Essential" },
  string: {
    lines: "Alu Power,RPM Blast,Hyper G,NXT,Hurricane,Tour Bite,X One,Lynx,Velocity",
    noun: "String",
  },
  ball: { lines: "Championship,Fort,US Open,Tour,Team,Stage 1,Roland", noun: "Balls" },
  accessory: { lines: "Pro,Tour,Dry,Super,Classic,Ultra,Custom" },
  bag: { lines: "Tour,Team,Pure,Super,Elite,Club,Court", noun: "Bag" },
};
const TYPE_PERCENTS = { racket: 40, clothes: 20, string: 13, ball: 12, accessory: 8, bag: 7 };
const COUNTRY_PERCENTS = { NL: 27, DE: 25, GB: 19, FR: 16, US: 13 };

export const COMMON_WORDS =
  "racket in very good condition used for one season light play only indoor club with original cover and strings " +
  "grip is new small scratches on the frame no cracks or damage strung at 24 kg perfect for a player who wants " +
  "control spin and power selling because i switched to another brand can be picked up after work or sent by post " +
  "smoke free home never dropped comes from collection bought last year receipt available price is fixed";
const COMMON = COMMON_WORDS.split(" ");
const RARE_ENDINGS =
  "line big power rough gear fibre blast code cutter feel control max edge tec strike storm synth".split(" ");
const RARE =
  "lux alu rip soft hyper tour natu brio cyc lynx razor spin velo rpm ice sonic tonic multi gamma kir"
    .split(" ")
    .flatMap((stem) => RARE_ENDINGS.map((ending) => stem + ending));

const COLORS = ["Black", "White", "Red", "Blue", "Yellow", "Green", "Orange", "Purple", "Multi", "Other"];
const CONDITIONS = ["Good", "Like New", "Used", "Excellent", "Fair", "New", "Poor"];
const PATTERNS = ["16x19", "18x20", "16x20", "16x18", "Other"];
const OPTIONS = [["direct_checkout", "chat", "bid"], ["chat"], ["chat", "bid"], ["direct_checkout", "chat"]];

const PERIOD_MS = 3 * 365 * 86_400_000;

/** Attributes that the CHECK of rackets accepts. Optional ones are often missing, as in a real shop. */
function racketAttributes(chance: Chances, sizes: readonly number[]) {
  const { between, next, zipf } = chance;
  const junior = next() < 0.12;
  const maybe = (share: number, value: () => unknown) => (next() < share ? value() : undefined);
  const seniorSize = () => (next() < 0.01 ? between(120, 135) : zipf(sizes));
  return {
    category: junior ? "junior" : "senior",
    condition: zipf(CONDITIONS),
    headsize: maybe(0.9, () => (junior ? between(80, 105) : seniorSize())),
    weight: maybe(0.85, () => (junior ? between(200, 270) : between(255, 345))),
    gripsize: maybe(0.9, () => String(junior ? between(0, 2) : zipf([2, 3, 1, 4, 0, 5]))),
    string_pattern: maybe(0.6, () => zipf(PATTERNS)),
    color: maybe(0.7, () => zipf(COLORS)),
    swingweight: maybe(0.3, () => between(270, 360)),
    balance: maybe(0.3, () => between(300, 360)),
    transaction_options: OPTIONS[between(0, OPTIONS.length - 1)],
  };
}

function attribute(field: Field, values: Readonly<Record<string, unknown>>, chance: Chances): unknown {
  switch (field.kind) {
    case "choice":
      return chance.zipf(kindOf(field).options(field, values)).value;
    case "several": {
      const options = field.options.map(({ value }) => value);
      const chosen = options.filter((value) => chance.next() < 0.7 || field.always?.includes(value));
      return chosen.length > 0 ? chosen : options.slice(0, 1);
    }
    case "number": {
      const { min, max } = kindOf(field).limits(field, values) ?? field;
      const steps = Math.ceil(min / field.step + chance.next() * ((max - min) / field.step - 1));
      return Number((steps * field.step).toFixed(4));
    }
    default:
      return undefined;
  }
}

/** Attributes that the category's CHECK accepts; three of four optional ones are set. */
function attributesOf(definition: CategoryDefinition, chance: Chances): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(definition.fields)) {
    if (field.required || chance.next() < 0.75) values[name] = attribute(field, values, chance);
  }
  return values;
}

function article(definition: CategoryDefinition, chance: Chances) {
  const version = `v${chance.between(1, 9)}`;
  if (definition === racket) {
    const [brand, lines, sizes] = chance.zipf(BRANDS);
    const attributes: Record<string, unknown> = racketAttributes(chance, sizes);
    const words = [brand, chance.zipf(lines), attributes.headsize, version];
    return { name: words.filter(Boolean).join(" "), brand, attributes };
  }
  const { lines = "Classic,Tour,Club", noun } = LINES[definition.type] ?? {};
  const brand = chance.zipf(definition.brand.form.filter((name) => name !== "Other"));
  const attributes = attributesOf(definition, chance);
  const kind = noun ?? attributes.type ?? definition.type;
  return { name: `${brand} ${chance.zipf(lines.split(","))} ${kind} ${version}`, brand, attributes };
}

/** A UUID v7 of this moment, so that ids and dates have the same order. */
function uuidAt(moment: number, { between }: Chances): string {
  const time = Math.floor(moment).toString(16).padStart(12, "0");
  const hex = (length: number) =>
    between(0, 16 ** length - 1)
      .toString(16)
      .padStart(length, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(3)}-${"89ab"[between(0, 3)]}${hex(3)}-${hex(6)}${hex(6)}`;
}

/** The regions of postal codes in random order: `zipf` gives the first ones the most listings. */
function postalRegions({ next }: Chances): PostalCode[] {
  return shippedPostalCodes()
    .filter(({ country, code }) => isCountry(country) && isRegion(country, code))
    .map((region) => ({ region, order: next() }))
    .sort((a, b) => a.order - b.order)
    .map(({ region }) => region);
}

/** One of 1,000 postal codes in the region. Their positions are in a square of some 30 km around its centre. */
function placeWithin({ country, code, latitude, longitude }: PostalCode, chance: Chances) {
  const fine = chance.between(0, 999);
  const spread = random(`${country}${code}${fine}`);
  return {
    country,
    postal_code: `${code}${fine}`.slice(0, 12),
    latitude: latitude + (spread() - 0.5) * 0.27,
    longitude: longitude + (spread() - 0.5) * 0.4,
  };
}

/** A postal code that people of the country could write, in the same region. */
export function wholePostalCode({ country, postal_code }: { country: string; postal_code: string }): string {
  const length = { NL: 4, DE: 5, FR: 5, US: 5 }[country];
  return length ? postal_code.slice(0, length).padEnd(length, "0") : `${postal_code.replace(/\d.*$/, "")}1`;
}

/** Only rackets, or all six types. */
export type Assortment = "rackets" | "listings";

export type BenchListing = ReturnType<typeof article> &
  ReturnType<typeof placeWithin> & {
    readonly [Name in "type" | "id" | "user_id" | "description" | "created_at" | "updated_at"]: string;
  } & { readonly price_cents: number };

/** Yields this many listings, the oldest first. At another time, only their dates and ids differ. */
export async function* stock(
  count: number,
  sellers: readonly string[],
  assortment: Assortment,
): AsyncGenerator<BenchListing> {
  const chance = chances("stock");
  const { next, between, zipf } = chance;
  const regions = Map.groupBy(postalRegions(chance), ({ country }) => country);
  const start = Date.now() - PERIOD_MS;
  for (let index = 0; index < count; index++) {
    const type = assortment === "rackets" ? "racket" : chance.byPercent(TYPE_PERCENTS);
    const moment = start + ((index + next()) / count) * PERIOD_MS;
    const listedAt = new Date(moment).toISOString();
    const words = Array.from({ length: between(10, 40) }, () =>
      next() < 0.9 ? COMMON[between(0, COMMON.length - 1)] : zipf(RARE),
    );
    yield {
      type,
      id: uuidAt(moment, chance),
      user_id: sellers[between(0, sellers.length - 1)] ?? "",
      ...article(categoryOfType(type) ?? racket, chance),
      description: words.join(" "),
      price_cents: Math.min(40_000, 1_000 + Math.round((next() + next() * next()) * 240) * 100),
      ...placeWithin(zipf(regions.get(chance.byPercent(COUNTRY_PERCENTS)) ?? []), chance),
      created_at: listedAt,
      updated_at: listedAt,
    };
  }
}
