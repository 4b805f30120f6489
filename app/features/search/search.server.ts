import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import type { Search } from "#app/domain/search.ts";
import { firstInterpretation, otherInterpretations, readingAsTown } from "./dictionary/interpret.server.ts";
import { applyInterpretation, type Interpretation, interpretedContext } from "./dictionary/interpretation.ts";
import { readSearch, type SearchReading } from "./dictionary/reading.server.ts";
import type { FoundPage, Question, SearchContext } from "./find/conditions.server.ts";
import { countSearches, firstThatFinds } from "./find/counts.server.ts";
import { findPage } from "./find/find.server.ts";
import { vocabularyKey } from "./understand/parts.ts";

/** A question, and what its words were taken to mean. */
interface InterpretedQuestion extends Question {
  readonly interpretation: Interpretation;
}

export interface Found extends FoundPage, InterpretedQuestion {}

/**
 * Every search of the shop, of a category or of all (`EVERYTHING`):
 *
 * 1. Words become parts with a meaning (understand/), which the words of listings complete and correct (dictionary/).
 * 2. With the chosen filters, they are a question, of which find/ makes conditions for each category. One statement asks
 *    each, merges what it has to a page, and counts.
 * 3. Where nothing is found, one statement chooses what the words may mean instead, or which of them are left out.
 *
 * A page then counts the options of its filters (facets/). If still nothing is found, it counts which filters to leave
 * out (`countSearches`). Suggestions ask the same questions, but only for the first matches.
 */
export async function searchListings(
  definition: CategoryDefinition,
  search: Search,
  context: SearchContext,
  exact = false,
): Promise<Found> {
  const reading = await readSearch(search.q, exact, context.visitorCountry);
  const results = await find(definition, questionOf(search, context, await firstInterpretation(reading)));
  if (results.total > 0)
    return (await placedInstead(definition, search, context, reading, results)) ?? results;
  const others = (await otherInterpretations(reading)).map((other) => questionOf(search, context, other));
  const finding = await firstThatFinds(definition, others);
  return finding ? find(definition, finding) : results;
}

/**
 * What the search finds near a town that the words may mean too ("racket Wimbledon"), if that is more, and no title on
 * the page has the words. Null otherwise.
 */
async function placedInstead(
  definition: CategoryDefinition,
  search: Search,
  context: SearchContext,
  reading: SearchReading,
  { rows, total }: Found,
): Promise<Found | null> {
  const other = await readingAsTown(reading);
  if (!other) return null;
  const words = ` ${vocabularyKey(other.town)} `;
  if (rows.some(({ name, brand }) => ` ${vocabularyKey(`${brand ?? ""} ${name}`)} `.includes(words)))
    return null;
  const placed = questionOf(search, context, other.interpretation);
  const [counted] = await countSearches(definition, [placed]);
  return counted && counted.total > total ? find(definition, placed) : null;
}

async function find(definition: CategoryDefinition, question: InterpretedQuestion): Promise<Found> {
  return { ...(await findPage(definition, question)), ...question };
}

/**
 * What the search asks, with the meaning of its words. Words that find nothing get another meaning, so this may search.
 */
export async function questionThatFinds(
  definition: CategoryDefinition,
  search: Search,
  context: SearchContext,
  exact: boolean,
): Promise<Question> {
  if (search.q !== "") return searchListings(definition, search, context, exact);
  return questionOf(search, context, await firstInterpretation(await readSearch("", exact)));
}

/** What a search asks if its words mean this. */
export function questionOf(
  search: Search,
  context: SearchContext,
  interpretation: Interpretation,
): InterpretedQuestion {
  return {
    search: applyInterpretation(search, interpretation),
    context: interpretedContext(context, interpretation),
    interpretation,
  };
}
