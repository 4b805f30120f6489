import { CATEGORIES, categoryOfType } from "#app/domain/categories/registry.ts";
import { isWritable } from "#app/domain/text-rules.ts";
import { answerTo } from "#app/features/assistant/rules.ts";
import {
  conciergeSuggestions,
  MAX_SUGGESTED_CARDS,
  searchesFor,
} from "#app/features/assistant/suggestions.server.ts";
import { askedQuestion } from "#app/features/assistant/ui/conversation.ts";
import { sellsAnything } from "#app/features/listings/queries.server.ts";
import { readQuestion } from "#app/features/search/question.server.ts";
import { searchListings } from "#app/features/search/search.server.ts";
import { clientAddress, limitInMemory } from "#app/platform/rate-limit.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { cachePage } from "#app/platform/request-context.server.ts";
import { visitOf } from "#app/platform/session.server.ts";
import { reply } from "#app/platform/submit.server.ts";
import type { Route } from "./+types/suggestions.route";

/**
 * GET /assistant/suggestions?q=: listings for a question to the concierge, as a `SuggestionsView` in the language of
 * the URL. 404 when the question names no kind of gear or has control characters; 429 with the seconds to wait when a
 * visitor asks too often (docs/decisions/0030).
 */
export function loader({ request }: Route.LoaderArgs): Promise<Response> {
  return reply(request, visitOf, async (visit) => {
    if (!visit) await limitInMemory("search_client", clientAddress(request));
    const question = askedQuestion(new URL(request.url).searchParams.get("q") ?? "") ?? "";
    const answer = answerTo(question);
    const definition = answer.gear === null ? undefined : categoryOfType(answer.gear);
    if (!definition || !isWritable(question)) throw new Refused("home_not_found");
    const read = await readQuestion(question, definition);
    const suggestions = await conciergeSuggestions(
      definition,
      searchesFor(definition, read, answer.reply),
      visit?.viewer ?? null,
      async (search) => {
        const context = {
          meaning: null,
          centre: null,
          // A viewer without listings has nothing to exclude.
          viewerId: visit && sellsAnything(visit) ? visit.viewer.id : null,
          pageSize: MAX_SUGGESTED_CARDS,
          now: new Date(),
        };
        return searchListings(definition, search, context);
      },
    );
    if (!visit) cachePage(CATEGORIES.map(({ type }) => type));
    return suggestions;
  });
}

loader.query = ["q"];
