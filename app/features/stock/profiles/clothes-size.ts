import { kindOf } from "#app/domain/categories/fields/registry.ts";
import { categoryOfType } from "#app/domain/categories/registry.ts";
import { normalizeWord } from "../csv/columns.ts";
import { meantByCells } from "../csv/normalize-row.ts";
import { withStoredValues } from "../csv/stored-values.ts";

const FRENCH_NAMES = ["taille", "tailles"];

/** A size that the file does not say is asked at its cell: our own files mean M by an empty one. */
const ASKED = "?";

/** The cell of the size of clothes. Things that have one size only have that. */
export function clothesSize(
  cells: Readonly<Record<string, string>>,
  type: string,
  heading: string,
): string | null {
  const definition = categoryOfType(type);
  const field = definition?.fields.size;
  if (!definition || !field) return null;
  const text = cells.size ?? "";
  const values = meantByCells(definition, withStoredValues(cells));
  if (text === "") {
    const [first = ""] = kindOf(field).offeredBeside(field, values);
    return kindOf(field).meant(field, "one size") === first ? first : ASKED;
  }
  // "38" is a smaller size in France than elsewhere.
  const isFrench = FRENCH_NAMES.includes(normalizeWord(heading)) && values.gender === "Women";
  return isFrench && /^\d\d$/.test(text) ? `FR ${text}` : text;
}
