import { z } from "zod";
import { id } from "#app/features/api/fields.ts";
import { operation, Reply } from "#app/features/api/operation.server.ts";
import { listOf, listQuery } from "#app/features/api/pages.server.ts";
import { changeSaved, removeSaved, savePage } from "#app/features/saved-searches/commands.server.ts";
import {
  newSavedSearch,
  savedSearch,
  savedSearchPage,
  savedSearchResource,
} from "#app/features/saved-searches/resource.server.ts";
import { savedName } from "#app/features/saved-searches/schema.ts";

const params = z.strictObject({ id });

export const savedSearchOperations = [
  operation({
    method: "GET",
    path: "/saved-searches",
    id: "listSavedSearches",
    summary: "The caller's saved searches, the last saved first.",
    access: "favorites:read",
    query: listQuery,
    answer: listOf(savedSearchResource),
    run: ({ query, viewer }) => savedSearchPage(viewer, query),
  }),
  operation({
    method: "POST",
    path: "/saved-searches",
    id: "saveSearch",
    summary:
      "Saves the search of a page of the shop, by default under a name made from its criteria. One that is saved already is answered as it is, with 200.",
    access: "favorites:write",
    body: newSavedSearch,
    answer: savedSearchResource,
    status: [201, 200],
    example: { address: "/search?q=wilson+blade", name: "A Blade" },
    async run({ body: { address, ...settings }, viewer, request }) {
      const saved = await savePage(viewer, address, settings);
      const value = await savedSearch(viewer, saved.id);
      const location = `${new URL(request.url).pathname}/${saved.id}`;
      return new Reply(value, saved.isNew ? { status: 201, headers: { location } } : { status: 200 });
    },
  }),
  operation({
    method: "GET",
    path: "/saved-searches/{id}",
    id: "getSavedSearch",
    summary: "A saved search.",
    access: "favorites:read",
    params,
    answer: savedSearchResource,
    run: ({ params: { id: searchId }, viewer }) => savedSearch(viewer, searchId),
  }),
  operation({
    method: "PATCH",
    path: "/saved-searches/{id}",
    id: "updateSavedSearch",
    summary: "Changes the name of a saved search, or whether its new matches are notified.",
    access: "favorites:write",
    params,
    body: z.strictObject({ name: savedName.optional(), notify: z.boolean().optional() }),
    answer: savedSearchResource,
    example: { notify: false },
    async run({ params: { id: searchId }, body, viewer }) {
      await changeSaved(viewer, searchId, body);
      return savedSearch(viewer, searchId);
    },
  }),
  operation({
    method: "DELETE",
    path: "/saved-searches/{id}",
    id: "removeSavedSearch",
    summary: "Removes a saved search.",
    access: "favorites:write",
    params,
    answer: null,
    async run({ params: { id: searchId }, viewer }) {
      await removeSaved(viewer, searchId);
      return undefined;
    },
  }),
];
