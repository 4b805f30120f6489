import { sql } from "kysely";
import { optionOf } from "#app/domain/categories/fields/kind.ts";
import { traitsOf } from "#app/domain/categories/fields/registry.ts";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import { optionLabel, sentence } from "#app/features/listings/texts.server.ts";
import { getLocale } from "#app/paraglide/runtime.js";
import { changingTag } from "#app/platform/cache-tags.server.ts";
import { db, type Queries } from "#app/platform/db.server.ts";
import { queryCache } from "#app/platform/query-cache.server.ts";
import type { Meaning, Vocabulary } from "../understand/parts.ts";
import { vocabularyKey } from "../understand/parts.ts";
import { meaningsOf, vocabulary } from "./vocabulary.server.ts";

/** The cache tag of the words that operators added. */
const SYNONYMS_TAG = "synonyms";

const MAX_SYNONYMS = 2_000;

export interface Synonym {
  readonly word: string;
  /** The column of stock files. */
  readonly column: string;
  readonly value: string;
}

export async function addedSynonyms(): Promise<Synonym[]> {
  const { rows } = await sql<Synonym>`
    select word, csv_column as column, value from search_synonyms order by csv_column, value, word
  `.execute(db());
  return rows;
}

/** The vocabulary with the words that operators added. Each server keeps them until they change. */
export async function currentVocabulary(): Promise<Vocabulary> {
  const added = await queryCache.get("synonyms", SYNONYMS_TAG, addedMeanings);
  if (added.size === 0) return vocabulary;
  return {
    ...vocabulary,
    meaningOf: (words) => added.get(vocabularyKey(words)) ?? vocabulary.meaningOf(words),
  };
}

async function addedMeanings(): Promise<ReadonlyMap<string, Meaning>> {
  return meaningsOf(await addedSynonyms());
}

export interface SynonymTarget {
  /** `column=value` */
  readonly key: string;
  /** "Clothes: Visor" */
  readonly label: string;
}

/** The values that a word can stand for, in the language of the page. */
export function synonymTargets(): SynonymTarget[] {
  const targets = new Map<string, SynonymTarget>();
  for (const definition of CATEGORIES)
    for (const [name, field] of Object.entries(definition.fields)) {
      const { options = [], csv, unsearchable } = traitsOf(field);
      if (unsearchable) continue;
      for (const { value } of options) {
        const key = `${csv?.column ?? name}=${value}`;
        const option = optionOf(options, value);
        const label = option ? optionLabel(option, getLocale()) : value;
        if (
          !targets.has(key) &&
          meaningsOf([{ word: "synonym", column: csv?.column ?? name, value }]).size > 0
        )
          targets.set(key, { key, label: `${sentence(definition, "plural")}: ${label}` });
      }
    }
  return [...targets.values()];
}

export function isSynonymTarget(key: string): boolean {
  const [column = "", value = ""] = key.split("=");
  return meaningsOf([{ word: "synonym", column, value }]).size > 0;
}

/**
 * Writes a word, after which all servers use it; `log` writes in the same transaction.
 * @returns whether there is room for it
 */
export async function addSynonym(
  { word, column, value }: Synonym,
  log: (trx: Queries) => Promise<void>,
): Promise<boolean> {
  let isAdded = false;
  await changingTag(SYNONYMS_TAG, async (trx) => {
    const { rows } = await sql`
      insert into search_synonyms (word, csv_column, value)
      select ${vocabularyKey(word)}, ${column}, ${value}
      where (select count(*) from search_synonyms) < ${MAX_SYNONYMS}
      on conflict (word) do update set csv_column = excluded.csv_column, value = excluded.value
      returning word
    `.execute(trx);
    isAdded = rows.length > 0;
    if (isAdded) await log(trx);
  });
  return isAdded;
}

export async function removeSynonym(word: string, log: (trx: Queries) => Promise<void>): Promise<void> {
  await changingTag(SYNONYMS_TAG, async (trx) => {
    await trx.deleteFrom("search_synonyms").where("word", "=", word).execute();
    await log(trx);
  });
}

/** In the shape of VALUE_SYNONYMS: words by column and value. */
export function exportedSynonyms(synonyms: readonly Synonym[]): Record<string, Record<string, string[]>> {
  const exported: Record<string, Record<string, string[]>> = {};
  for (const { word, column, value } of synonyms) {
    const { [column]: values = {} } = exported;
    exported[column] = { ...values, [value]: [...(values[value] ?? []), word] };
  }
  return exported;
}
