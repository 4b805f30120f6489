import type { PossibleFact } from "#app/domain/categories/derive/units.ts";
import { type Meaning, type PartKind, PLAIN_MEANING, vocabularyKey } from "../understand/parts.ts";

/** A word with several meanings gets the one whose kind comes first here. */
const PRECEDENCE: readonly PartKind[] = ["thing", "category", "audience", "value", "date", "words"];

/** Facts of the same field become one. */
function merged(earlier: readonly PossibleFact[], other: readonly PossibleFact[]): PossibleFact[] {
  const facts = [...earlier];
  for (const fact of other) {
    const at = facts.findIndex(({ type, field }) => type === fact.type && field === fact.field);
    const present = facts[at];
    if (!present) facts.push(fact);
    else facts[at] = { ...present, values: [...new Set([...present.values, ...fact.values])] };
  }
  return facts;
}

/** Collects the meanings of words. */
export class VocabularyBuilder {
  readonly meanings = new Map<string, Meaning>();
  /** How the words are spelled, in lower case with their accents. */
  readonly spellings = new Map<string, string>();

  addIfNew(text: string, kind: PartKind): void {
    if (!this.meanings.has(vocabularyKey(text))) this.add(text, kind, {});
  }

  add(text: string, kind: PartKind, more: Partial<Meaning>): void {
    const key = vocabularyKey(text);
    if (key.length < 2) return;
    if (!this.spellings.has(key)) this.spellings.set(key, text.toLowerCase());
    const meaning = this.meanings.get(key);
    if (!meaning) {
      this.meanings.set(key, { ...PLAIN_MEANING, ...more, kind });
      return;
    }
    const [first, second] =
      PRECEDENCE.indexOf(meaning.kind) <= PRECEDENCE.indexOf(kind)
        ? [meaning, { ...PLAIN_MEANING, ...more, kind }]
        : [{ ...PLAIN_MEANING, ...more, kind }, meaning];
    // A thing wins over a category of the same name: "Kleider" means dresses.
    if (first.kind !== second.kind && (first.kind === "thing" || first.kind === "category")) {
      this.meanings.set(key, first);
      return;
    }
    this.meanings.set(key, {
      ...first,
      facts: first.facts.length <= 1 ? [merged(first.facts[0] ?? [], second.facts[0] ?? [])] : first.facts,
      similar: merged(first.similar, second.similar),
      terms: [...new Set([...first.terms, ...second.terms])],
      types: [...new Set([...first.types, ...second.types])],
    });
  }
}
