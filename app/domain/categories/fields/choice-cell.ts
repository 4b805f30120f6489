import type { ChoiceField } from "./choice-field.ts";
import { narrowedTo, type Option, optionOf, type Values } from "./kind.ts";

/** Caches the spellings of a field's values in lower case, because stock files have thousands of rows. */
const meanings = new WeakMap<ChoiceField, ReadonlyMap<string, string>>();

function meaningsOf(field: ChoiceField): ReadonlyMap<string, string> {
  const cached = meanings.get(field);
  if (cached) return cached;
  const cache = new Map<string, string>();
  const means = (form: string, value: string) => {
    if (!cache.has(form)) cache.set(form, value);
  };
  for (const { value, name = value } of field.options)
    for (const form of [value, name, ...name.split(" · ")]) means(form.toLowerCase(), value);
  for (const [spelling, value] of Object.entries(field.spellings ?? {})) means(spelling, value);
  meanings.set(field, cache);
  return cache;
}

/**
 * The value that a text means: the value itself in any case, the option's name or a part of the name ("L3", "4 3/8"),
 * or another spelling. Undefined when no option matches.
 */
export function valueOfText(field: ChoiceField, text: string): string | undefined {
  return optionOf(field.options, text)?.value ?? meaningsOf(field).get(text.toLowerCase());
}

/** "Gr. M" and "taille: M" are "M", beside these names. */
function withoutName(names: readonly string[], text: string): string {
  const name = names
    .filter((each) => text.toLowerCase().startsWith(each) && /^[\s.:]/.test(text.slice(each.length)))
    .toSorted((one, other) => other.length - one.length)[0];
  return name === undefined ? text : text.slice(name.length).replace(/^[\s.:]+/, "");
}

/** "S / 36", "12 ans / 152 cm": a cell may say the same in several systems. */
const SEVERAL = /\s*[/|,;()]\s*/;

/**
 * The value that a cell means among these options: "M" is "M (8-10)" in a row of women's clothes. Undefined if it means none
 * of them, or its parts mean several.
 * @param values of other fields, by which words of other systems are read; null for no such words
 */
export function meantCell(
  field: ChoiceField,
  cell: string,
  options: readonly Option[],
  values: Values | null,
): string | undefined {
  if (cell === "") return cell;
  const table = values ? narrowedTo(field.elsewhere, values) : undefined;
  const meant = (written: string) => {
    const text = withoutName(field.searchNames ?? [], written);
    const value = valueOfText(field, text) ?? text;
    if (optionOf(options, value)) return value;
    const prefix = `${value.toLowerCase()} (`;
    const longer = options.find((option) => option.value.toLowerCase().startsWith(prefix))?.value;
    return longer ?? table?.get(text.toLowerCase()) ?? table?.get(value.toLowerCase());
  };
  const whole = meant(cell);
  if (whole !== undefined) return whole;
  const [part, ...others] = new Set(
    cell
      .split(SEVERAL)
      .map(meant)
      .filter((value) => value !== undefined),
  );
  return others.length === 0 ? part : undefined;
}
