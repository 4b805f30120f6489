import { z } from "zod";
import { id, listingType } from "#app/features/api/fields.ts";
import { operation } from "#app/features/api/operation.server.ts";
import { listOf, listQuery } from "#app/features/api/pages.server.ts";
import {
  deleteViews,
  recordListingView,
  removeFavorites,
  setFavorite,
} from "#app/features/favorites/commands.server.ts";
import {
  favoritePage,
  favoriteResource,
  favoriteWith,
  viewedPage,
  viewedResource,
  viewedWith,
} from "#app/features/favorites/resource.server.ts";

const key = z.strictObject({ listing_type: listingType, listing_id: id });

const keyOf = ({ listing_type: type, listing_id }: z.output<typeof key>) => ({ type, id: listing_id });

export const favoriteOperations = [
  operation({
    method: "GET",
    path: "/favorites",
    id: "listFavorites",
    summary: "The caller's favourites, the last added first, without listings that are no longer shown.",
    access: "favorites:read",
    query: listQuery,
    answer: listOf(favoriteResource),
    run: ({ query, viewer }) => favoritePage(viewer, query),
  }),
  operation({
    method: "DELETE",
    path: "/favorites",
    id: "removeAllFavorites",
    summary: "Removes all favourites.",
    access: "favorites:write",
    answer: null,
    async run({ viewer }) {
      await removeFavorites(viewer, "all");
      return undefined;
    },
  }),
  operation({
    method: "GET",
    path: "/favorites/{listing_type}/{listing_id}",
    id: "getFavorite",
    summary: "A favourite. 404 if the listing is none of the caller.",
    access: "favorites:read",
    params: key,
    answer: favoriteResource,
    run: ({ params, viewer }) => favoriteWith(viewer, keyOf(params)),
  }),
  operation({
    method: "PUT",
    path: "/favorites/{listing_type}/{listing_id}",
    id: "addFavorite",
    summary: "Adds a listing to the favourites. A repeated call changes nothing.",
    access: "favorites:write",
    params: key,
    answer: favoriteResource,
    async run({ params, viewer }) {
      await setFavorite(viewer, keyOf(params), true);
      return favoriteWith(viewer, keyOf(params));
    },
  }),
  operation({
    method: "DELETE",
    path: "/favorites/{listing_type}/{listing_id}",
    id: "removeFavorite",
    summary: "Removes a listing from the favourites. A repeated call changes nothing.",
    access: "favorites:write",
    params: key,
    answer: null,
    async run({ params, viewer }) {
      await setFavorite(viewer, keyOf(params), false);
      return undefined;
    },
  }),
  operation({
    method: "GET",
    path: "/recently-viewed",
    id: "listRecentlyViewed",
    summary: "The listings that the caller viewed, the last viewed first: 200 at most are kept.",
    access: "favorites:read",
    query: listQuery,
    answer: listOf(viewedResource),
    run: ({ query, viewer }) => viewedPage(viewer, query),
  }),
  operation({
    method: "DELETE",
    path: "/recently-viewed",
    id: "forgetAllViews",
    summary: "Forgets all viewed listings.",
    access: "favorites:write",
    answer: null,
    async run({ viewer }) {
      await deleteViews(viewer, "all");
      return undefined;
    },
  }),
  operation({
    method: "GET",
    path: "/recently-viewed/{listing_type}/{listing_id}",
    id: "getRecentlyViewed",
    summary: "When the caller viewed a listing. 404 if never, or if it was forgotten.",
    access: "favorites:read",
    params: key,
    answer: viewedResource,
    run: ({ params, viewer }) => viewedWith(viewer, keyOf(params)),
  }),
  operation({
    method: "PUT",
    path: "/recently-viewed/{listing_type}/{listing_id}",
    id: "addView",
    summary: "Says that the caller viewed a listing of another person now.",
    access: "favorites:write",
    params: key,
    answer: viewedResource,
    async run({ params, viewer }) {
      await recordListingView(viewer, keyOf(params));
      return viewedWith(viewer, keyOf(params));
    },
  }),
  operation({
    method: "DELETE",
    path: "/recently-viewed/{listing_type}/{listing_id}",
    id: "forgetView",
    summary: "Forgets that the caller viewed a listing. A repeated call changes nothing.",
    access: "favorites:write",
    params: key,
    answer: null,
    async run({ params, viewer }) {
      await deleteViews(viewer, [{ ...keyOf(params), at: null }]);
      return undefined;
    },
  }),
];
