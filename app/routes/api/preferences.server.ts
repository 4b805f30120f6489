import { knownSizes, sizesFrom } from "#app/domain/categories/sizes.ts";
import { operation } from "#app/features/api/operation.server.ts";
import { saveSizes } from "#app/features/preferences/commands.server.ts";
import {
  preferencesOf,
  preferencesResource,
  sizesChange,
} from "#app/features/preferences/resource.server.ts";
import { saveChoices } from "#app/features/shell/commands.server.ts";
import { regionChange, regionOf, regionResource } from "#app/features/shell/resource.server.ts";

export const preferenceOperations = [
  operation({
    method: "GET",
    path: "/preferences",
    id: "getPreferences",
    summary: "The sizes that the caller looks for.",
    access: "profile:read",
    answer: preferencesResource,
    run: ({ viewer }) => preferencesOf(viewer),
  }),
  operation({
    method: "PUT",
    path: "/preferences",
    id: "setPreferences",
    summary: "Replaces the sizes that the caller looks for. The answer has them in the order of the lists.",
    access: "profile:write",
    body: sizesChange,
    answer: preferencesResource,
    example: { racket_sizes: ["4 3/8"], clothes_sizes: ["M", "32"], shoe_sizes: ["42.5"] },
    async run({ body, viewer }) {
      await saveSizes(viewer, () => sizesFrom((preference) => knownSizes(preference, body[preference])));
      return preferencesOf(viewer);
    },
  }),
  operation({
    method: "GET",
    path: "/preferences/region",
    id: "getRegion",
    summary: "The country, language and currency that the caller chose; null for what was never chosen.",
    access: "profile:read",
    answer: regionResource,
    run: ({ viewer }) => regionOf(viewer),
  }),
  operation({
    method: "PUT",
    path: "/preferences/region",
    id: "setRegion",
    summary: "Chooses country, language and currency. Prices of the API stay in euros.",
    access: "profile:write",
    body: regionChange,
    answer: regionResource,
    example: { country: "NL", language: "en-GB", currency: "EUR" },
    async run({ body, viewer }) {
      await saveChoices(viewer, body);
      return regionOf(viewer);
    },
  }),
];
