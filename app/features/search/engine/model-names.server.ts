import type { PossibleFact } from "#app/domain/categories/derive/units.ts";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import { simple } from "#app/domain/folded.ts";
import type { Catalogue, Entry } from "#app/domain/models/catalogue.ts";
import { catalogueFor } from "#app/features/models/catalogue.server.ts";
import type { Part } from "./intent.ts";

/** A listing has the id of its model among the lexemes of its search column, as the fact of this field. */
const MODEL_FIELD = "model";
/** Each model is one more lexeme to look up. */
const MAX_MODELS = 24;
/** How many words of a name mean a model, where nothing else is typed: "blade 98". */
const MIN_WORDS = 2;

/** The words by which each model is named. Made once for a catalogue. */
const wordsOfEntries = new WeakMap<Catalogue, ReadonlyMap<Entry, ReadonlySet<string>>>();

function wordsByEntry(catalogue: Catalogue): ReadonlyMap<Entry, ReadonlySet<string>> {
  const made =
    wordsOfEntries.get(catalogue) ??
    new Map(
      catalogue.entries.map((entry) => [
        entry,
        new Set([...entry.brand.words, ...entry.words, ...entry.generations]),
      ]),
    );
  wordsOfEntries.set(catalogue, made);
  return made;
}

/** The models whose whole name is among the words, and those whose name has all the words. Short names come first. */
function modelsNamed(catalogue: Catalogue, text: string): Entry[] {
  const typed = new Set(catalogue.wordsOf(text));
  const words = wordsByEntry(catalogue);
  return catalogue.entries
    .filter((entry) => {
      if (entry.words.every((word) => typed.has(word))) return true;
      const named = entry.words.filter((word) => typed.has(word)).length;
      return named >= MIN_WORDS && [...typed].every((word) => words.get(entry)?.has(word));
    })
    .sort((one, other) => one.words.length - other.words.length)
    .slice(0, MAX_MODELS);
}

/** Whether the name of a model has the words of a part, or a longer word that begins or ends with it: "hyper" of "hyperg". */
function isNamedBy(catalogue: Catalogue, words: ReadonlySet<string>, typed: string): boolean {
  if (catalogue.wordsOf(typed).every((word) => words.has(word))) return true;
  const letters = simple(typed).replace(/[^\p{L}\p{N}]/gu, "");
  return letters !== "" && [...words].some((word) => word.startsWith(letters) || word.endsWith(letters));
}

/**
 * For each part, the models whose names contain it. Their listings match without the words: "alu power" finds a reel
 * that is linked to the model and called something else.
 */
export async function modelFacts(parts: readonly Part[]): Promise<readonly (readonly PossibleFact[])[]> {
  const textOf = ({ typed, expansion }: Part) => expansion ?? typed;
  const text = parts.flatMap((part) => (part.about === "words" ? textOf(part) : [])).join(" ");
  const found = text === "" ? [] : CATEGORIES.filter(({ models }) => models !== undefined);
  const named = await Promise.all(
    found.map(async (definition) => {
      const catalogue = await catalogueFor(definition);
      return { type: definition.type, catalogue, entries: modelsNamed(catalogue, text) };
    }),
  );
  return parts.map((part) =>
    part.about !== "words"
      ? []
      : named.flatMap(({ type, catalogue, entries }): PossibleFact[] => {
          const words = wordsByEntry(catalogue);
          const values = entries
            .filter((entry) => isNamedBy(catalogue, words.get(entry) ?? new Set(), textOf(part)))
            .map(({ model }) => model.id);
          return values.length === 0 ? [] : [{ type, field: MODEL_FIELD, values }];
        }),
  );
}

/** The models whose names contain both parts. */
export function sharedFacts(one: Part | undefined, other: Part | undefined): PossibleFact[] {
  return (one?.similar ?? []).flatMap((fact) => {
    const same = other?.similar.find(({ type, field }) => type === fact.type && field === fact.field);
    const values = fact.values.filter((value) => same?.values.includes(value));
    return values.length === 0 ? [] : [{ ...fact, values }];
  });
}
