import { VARIANT_COLUMNS } from "#app/domain/categories/facts.ts";
import { matchColumns } from "../csv/columns.ts";
import { colorCell, hasColumn, isReadable, LONGEST_MEASURE } from "./cells.ts";
import { isCondition } from "./conditions.ts";
import { withoutEntities } from "./html-text.ts";
import type { Profile } from "./profile.ts";
import type { Source } from "./source-row.ts";

export interface Variant {
  /** What keeps a variant apart from others: a listing of its own. */
  readonly distinct: readonly string[];
  /** Options that no column has. */
  readonly unnamed: readonly string[];
}

const IS_GRIP =
  /^(?:[lg]\s?[0-5]|grip\s?[0-5]|[0-5]|4(?:[ -]?(?:1\/8|1\/4|3\/8|1\/2|5\/8))?(?:\s?(?:"|''|in|inch))?)(?:\s*\(.*\))?$/i;

/** Grips are written "L2", "G2", "Grip 2", `4 1/4"`, "L2 (4 1/4)". */
function gripOf(text: string): string | null {
  if (text.length > LONGEST_MEASURE) return null;
  const plain = text.replace(/\(.*\)/, "").trim();
  if (!IS_GRIP.test(plain)) {
    const [grip] = /[LG][0-5](?!\d)/i.exec(text) ?? [];
    return grip && text.length < 20 ? `L${grip[1]}` : null;
  }
  const [, level] = /^(?:[lg]\s?|grip\s?)?([0-5])$/i.exec(plain) ?? [];
  if (level !== undefined && plain !== "4") return `L${level}`;
  return /[lg]/i.test(plain) && level
    ? `L${level}`
    : plain.replace(/-/, " ").replace(/\s?(?:"|''|inch|in)$/i, "");
}

/** What is a size without the name of its option. */
const IS_SIZE = /^(?:x{0,3}[sml]|[2-4]xl|\d{2,3}(?:[/-]\d{2,3})?|\d{1,2}-\d{1,2}\s?y?|one size)$/i;

/** What systems write for an article without variants. */
const IS_NO_OPTION = /^(?:default title|default|standaard|standard|regular|normal)$/i;

/** Options that keep variants apart, beside their price. */
const DISTINCT = new Set(VARIANT_COLUMNS);

/** The cells that the options of a variant mean, from columns of options or one cell with all of them. */
export function optionCells(
  source: Source,
  first: Source,
  type: string,
  profile: Profile,
): Variant & { readonly facts: Record<string, string> } {
  const facts: Record<string, string> = {};
  const unnamed: string[] = [];
  const grip = hasColumn(type, "gripsize") ? gripOf(source.first("size") || first.first("size")) : null;
  if (grip) facts.gripsize = grip;
  // A size of the list is right for some of them; a usual one may be for none.
  const sizes = optionLists(source, profile).flatMap(({ name, values }) => {
    const [value = ""] = values;
    return columnOfOption(name, value, type) === "size" ? [[name, value] as const] : [];
  });
  for (const [name, value] of [...pairsOf(source, first, profile), ...sizes]) {
    const isSaid = name === "" && Object.values(facts).includes(value);
    if (value === "" || isSaid || IS_NO_OPTION.test(value)) continue;
    const column = columnOfOption(name, value, type);
    if (column === null) {
      if (!/^(?:title|titel)$/i.test(name)) unnamed.push(value);
    } else if (column === "brand") facts.brand = value;
    else if (column === "gripsize") facts.gripsize = gripOf(value) ?? value;
    else facts[column] = withoutEntities(value);
  }
  if (facts.color !== undefined) facts.color = colorCell(facts.color, type);
  const distinct = Object.entries(facts)
    .filter(([column]) => DISTINCT.has(column))
    .map(([column, value]) => `${column}=${value}`);
  return { facts, unnamed, distinct };
}

function columnOfOption(name: string, value: string, type: string): string | null {
  const column = matchColumns([name])[0]?.column ?? null;
  const isSize =
    column === "size" ||
    column === "gripsize" ||
    name === "" ||
    /size|gr(?:ö|o)(?:ß|ss)e|maat|taille|griff|grip/i.test(name);
  if (hasColumn(type, "gripsize") && isSize && gripOf(value) !== null) return "gripsize";
  if (isSize && hasColumn(type, "size") && (name !== "" || IS_SIZE.test(value))) return "size";
  if (column === null || column === "name" || column === "price" || column === "quantity" || column === "sku")
    return null;
  if (column === "size" || column === "gripsize") return null;
  if (column === "condition" && isCondition(value)) return column;
  return isReadable(column, value, type) ? column : null;
}

/** "L2, L3": of a product whose variants have no rows. */
const IS_LIST = /[;|]|,(?!\d)|(?<=\d\d),(?=\d\d)/;

/** The lists of values of an article whose variants have no rows, as lines of its description: "Size: S, M, L". */
export function optionLists(
  source: Source,
  { variants }: Profile,
): readonly { readonly name: string; readonly values: readonly string[] }[] {
  // There each value has a row, and a comma is part of it.
  if (variants === "same group" || variants === "rows below") return [];
  const names = source.all("option_name");
  return source.all("option_value").flatMap((cell, n) => {
    if (!IS_LIST.test(cell)) return [];
    const values = cell.split(IS_LIST).map((value) => withoutEntities(value).trim());
    return [{ name: names[n] ?? "", values: values.filter((value) => value !== "") }];
  });
}

function pairsOf(source: Source, first: Source, { variants }: Profile): [string, string][] {
  const names = first.all("option_name");
  const ownNames = source.all("option_name");
  const ofRow = source
    .all("option_value")
    .map((value, n): [string, string] => [ownNames[n] || names[n] || "", value]);
  // A parent has what its variants have in common.
  const inherited =
    variants === "named parent" && source !== first
      ? first
          .all("option_value")
          .map((value, n): [string, string] => [names[n] ?? "", value])
          .filter(([name]) => !ownNames.includes(name))
      : [];
  const pairs = [...ofRow, ...inherited].filter(([, value]) => !IS_LIST.test(value));
  const joined = source.first("options").replace(/^\[|\]$/g, "");
  if (joined === "") return pairs;
  const written = joined.split(/[|;]|,(?=[^,]*[=:])/).map((part): [string, string] => {
    const [name = "", ...value] = part.split(/[=:]/);
    return value.length === 0
      ? ["", name.trim()]
      : [name.trim().replace(/^"|"$/g, ""), value.join(":").trim().replace(/^"|"$/g, "")];
  });
  return [...pairs, ...written];
}
