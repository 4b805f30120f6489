import { CATEGORIES } from "#app/domain/categories/registry.ts";
import { type Catalogue, wordsOfEntry } from "#app/domain/models/catalogue.ts";
import { comparable } from "#app/domain/text-rules.ts";
import { catalogueFor } from "#app/features/models/catalogue.server.ts";
import type { Part } from "../understand/parts.ts";

/** Whether a model's name has both words, or the number is its head size: "blade" and "98". */
export async function modelNumbers(): Promise<(word: string, number: number) => boolean> {
  const catalogues = await Promise.all(
    CATEGORIES.filter(({ models }) => models !== undefined).map(catalogueFor),
  );
  return (word, number) =>
    catalogues.some(({ entries }) =>
      entries.some(
        ({ words, model }) =>
          words.includes(word) && (words.includes(String(number)) || model.specs.headsize === number),
      ),
    );
}

/** For each part, whether it belongs to a model's name. The words of such a part need not be in any listing. */
export async function namesModel(parts: readonly Part[]): Promise<readonly boolean[]> {
  const textOf = ({ typed, expansion }: Part) => expansion ?? typed;
  const text = parts.flatMap((part) => (part.kind === "words" ? textOf(part) : [])).join(" ");
  if (text === "") return parts.map(() => false);
  const catalogues = await Promise.all(
    CATEGORIES.filter(({ models }) => models !== undefined).map(catalogueFor),
  );
  const named = catalogues.map((catalogue) => ({ catalogue, models: modelsNamed(catalogue, text) }));
  return parts.map(
    (part) =>
      part.kind === "words" &&
      named.some(({ catalogue, models }) =>
        models.some((words) => isNamedBy(catalogue, words, textOf(part))),
      ),
  );
}

/** How many words of a model's name are enough, if nothing else is typed: "blade 98". */
const MIN_WORDS = 2;

/**
 * The words of each model that a text names. The text has all words of the model's name, or at least MIN_WORDS of them
 * and no other words.
 */
function modelsNamed(catalogue: Catalogue, text: string): ReadonlySet<string>[] {
  const typed = new Set(catalogue.wordsOf(text));
  return catalogue.entries
    .filter((entry) => {
      const named = entry.words.filter((word) => typed.has(word)).length;
      if (named === entry.words.length) return true;
      const words = wordsOfEntry(entry);
      return named >= MIN_WORDS && [...typed].every((word) => words.includes(word));
    })
    .map((entry) => new Set(wordsOfEntry(entry)));
}

/** The model's words include all words of the part, or one of them begins or ends with the part. */
function isNamedBy(catalogue: Catalogue, words: ReadonlySet<string>, typed: string): boolean {
  if (catalogue.wordsOf(typed).every((word) => words.has(word))) return true;
  const letters = comparable(typed).replace(/[^\p{L}\p{N}]/gu, "");
  return letters !== "" && [...words].some((word) => word.startsWith(letters) || word.endsWith(letters));
}
