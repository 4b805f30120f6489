import { z } from "zod";
import { operation } from "#app/features/api/operation.server.ts";
import { findResources, foundListings, searchQuery } from "#app/features/browse/resource.server.ts";
import { EVERYTHING } from "#app/features/search/find/everything.ts";
import { suggestionsFor } from "#app/features/search/suggest.server.ts";
import { wholeAddress } from "#app/platform/locale.server.ts";

const suggestion = z
  .object({
    kind: z.enum(["search", "category", "model", "seller", "listing"]),
    text: z.string(),
    url: z.url(),
  })
  .meta({ id: "Suggestion" });

export const searchOperations = [
  operation({
    method: "GET",
    path: "/search",
    id: "search",
    summary: "Searches all categories for words, and says what it took them to mean.",
    access: "anyone",
    query: searchQuery,
    answer: foundListings,
    run: ({ query, viewer, request }) => findResources(EVERYTHING, query, { viewer, request }),
  }),
  operation({
    method: "GET",
    path: "/search/suggestions",
    id: "suggest",
    summary: "Suggests searches, categories, models, sellers and listings for the beginning of a text.",
    access: "anyone",
    query: z.strictObject({ q: z.string().max(200) }),
    answer: z.object({ data: z.array(suggestion) }),
    async run({ query }) {
      const suggestions = await suggestionsFor(query.q);
      return { data: suggestions.map(({ kind, text, to }) => ({ kind, text, url: wholeAddress(to) })) };
    },
  }),
];
