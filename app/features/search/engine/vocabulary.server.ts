import type { MeantFact } from "#app/domain/categories/derive/units.ts";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import { simple } from "#app/domain/folded.ts";
import { optionLabel, sentence } from "#app/features/listings/texts.server.ts";
import { getLocale, type Locale } from "#app/paraglide/runtime.js";

/** The meaning of words in the visitor's language, besides the words themselves. */
export interface Meaning {
  /** The facts that a word names: "blauw" is the colour Blue. */
  readonly facts: readonly MeantFact[];
  /** The types whose listings the word names: "rackets". */
  readonly types: readonly string[];
}

const NOTHING: Meaning = { facts: [], types: [] };

/** The maximum number of words in a name: "wie neu", "pick up or shipping". */
export const MAX_WORDS = 4;

function made(): Map<string, Meaning> {
  const words = new Map<string, Meaning>();
  const learn = (text: string, more: Partial<Meaning>) => {
    const { facts, types } = words.get(simple(text)) ?? NOTHING;
    words.set(simple(text), {
      facts: [...facts, ...(more.facts ?? [])],
      types: [...new Set([...types, ...(more.types ?? [])])],
    });
  };
  for (const definition of CATEGORIES) {
    const { type, plural, fields } = definition;
    for (const name of [type, plural, sentence(definition, "plural")]) learn(name, { types: [type] });
    for (const [field, kind] of Object.entries(fields)) {
      if (kind.kind !== "choice") continue;
      for (const option of kind.options) {
        const label = optionLabel(option);
        // Listings contain "Cap/Hat" as one word, so "cap" and "hat" must be learned.
        const names = label.includes("/") ? [label, ...label.split("/")] : [label];
        for (const name of names) {
          // A name that equals its stored value is already a word of the listing.
          if (simple(name) !== simple(option.value))
            learn(name, { facts: [{ type, field, values: [option.value] }] });
        }
      }
    }
  }
  return words;
}

const known = new Map<Locale, Map<string, Meaning>>();

/** The meaning of one or more consecutive words in the request's language. */
export function meaningOf(words: string): Meaning {
  const locale = getLocale();
  const vocabulary = known.get(locale) ?? made();
  known.set(locale, vocabulary);
  return vocabulary.get(simple(words)) ?? NOTHING;
}
