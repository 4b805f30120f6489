import { href } from "react-router";
import { criteriaOf } from "#app/domain/categories/derive/search.ts";
import type { Search } from "#app/domain/search.ts";
import {
  firstInterpretation,
  otherInterpretations,
} from "#app/features/search/dictionary/interpret.server.ts";
import { readSearch } from "#app/features/search/dictionary/reading.server.ts";
import { currentVocabulary } from "#app/features/search/dictionary/synonyms.server.ts";
import type { Question, SearchContext, Total } from "#app/features/search/find/conditions.server.ts";
import { countSearches, firstThatFinds } from "#app/features/search/find/counts.server.ts";
import { EVERYTHING } from "#app/features/search/find/everything.ts";
import { questionOf } from "#app/features/search/search.server.ts";
import { exclusionsIn, withoutExclusions } from "#app/features/search/understand/exclusions.ts";
import type { AlternativeSearch } from "#app/features/search/view.ts";
import { searchHref } from "./browse-view.server.ts";
import { criterionLabel } from "./criterion-text.server.ts";
import { relaxedLabel, wordsLabel } from "./present.server.ts";

/**
 * The same search without one of its filters, or with only one of its words. Only those that find listings are
 * returned. One statement counts them all.
 */
export async function relaxEverywhere(
  search: Search,
  exact: boolean,
  context: SearchContext,
): Promise<AlternativeSearch[]> {
  const [withoutFilter, ofOneWord] = await Promise.all([
    searchesWithoutFilter(search, exact, context),
    searchesOfOneWord(search, exact, context),
  ]);
  const alternatives = [...withoutFilter, ...ofOneWord];
  const totals = await countSearches(
    EVERYTHING,
    alternatives.map(({ question }) => question),
  );
  return alternatives.flatMap((alternative, at) => {
    const { total = 0, capped = false } = totals[at] ?? {};
    if (total === 0) return [];
    const label = alternative.label({ total, capped });
    return [{ label, href: searchHref(href("/search"), alternative.search) }];
  });
}

interface Alternative {
  readonly search: Search;
  readonly question: Question;
  readonly label: (total: Total) => string;
}

/** Their words mean the first that finds something. */
async function searchesWithoutFilter(
  search: Search,
  exact: boolean,
  context: SearchContext,
): Promise<Alternative[]> {
  const criteria = criteriaOf(EVERYTHING, search).filter(({ filter }) => filter !== null);
  if (criteria.length === 0) return [];
  const reading = await readSearch(search.q, exact, context.visitorCountry);
  const meanings = [await firstInterpretation(reading), ...(await otherInterpretations(reading))];
  const alternatives = criteria.map(async (criterion): Promise<Alternative[]> => {
    const { without } = criterion;
    const questions = meanings.map((meaning) => questionOf(without, context, meaning));
    const question = await firstThatFinds(EVERYTHING, questions);
    const text = criterionLabel(EVERYTHING, search, criterion);
    const label = ({ total, capped }: Total) => relaxedLabel(text, total, capped);
    return question ? [{ search: without, question, label }] : [];
  });
  return (await Promise.all(alternatives)).flat();
}

const MAX_WORDS = 5;

async function searchesOfOneWord(
  search: Search,
  exact: boolean,
  context: SearchContext,
): Promise<Alternative[]> {
  const vocabulary = await currentVocabulary();
  const excluded = exclusionsIn(search.q, vocabulary).map(({ typed }) => typed);
  const words = [...new Set(withoutExclusions(search.q, vocabulary).split(" "))].slice(0, MAX_WORDS);
  if (words.length < 2) return [];
  return Promise.all(
    words.map(async (word): Promise<Alternative> => {
      const meaning = await firstInterpretation(
        await readSearch([word, ...excluded].join(" "), exact, context.visitorCountry),
      );
      const alone = { ...search, q: meaning.text, page: 1 };
      const label = ({ total, capped }: Total) => wordsLabel(meaning.text, total, capped);
      return { search: alone, question: questionOf(alone, context, meaning), label };
    }),
  );
}
