import { z } from "zod";
import packageJson from "../package.json" with { type: "json" };
import { ACCOUNT_BASE } from "./features/accounts/door/authorization.server.ts";
import { readAccessTokens } from "./features/accounts/door/tokens.server.ts";
import { onAccessToken } from "./features/api/bearer.server.ts";
import { type Api, apiDoor } from "./features/api/door.server.ts";
import { keptAnswer } from "./features/api/kept.server.ts";
import { type Description, describeApi } from "./features/api/openapi.server.ts";
import { API_BASE, operation } from "./features/api/operation.server.ts";
import { env } from "./platform/env.server.ts";
import { authCodeOperations } from "./routes/api/auth-codes.server.ts";
import { authFactorOperations } from "./routes/api/auth-factors.server.ts";
import { authTokenOperations } from "./routes/api/auth-tokens.server.ts";
import { authUserOperations } from "./routes/api/auth-user.server.ts";
import { blockOperations } from "./routes/api/blocks.server.ts";
import { dealOperations } from "./routes/api/deals.server.ts";
import { eventOperations } from "./routes/api/events.server.ts";
import { favoriteOperations } from "./routes/api/favorites.server.ts";
import { listingOperations } from "./routes/api/listings.server.ts";
import { messageOperations } from "./routes/api/messages.server.ts";
import { modelOperations } from "./routes/api/models.server.ts";
import { notificationOperations } from "./routes/api/notifications.server.ts";
import { offerOperations } from "./routes/api/offers.server.ts";
import { ownListingOperations } from "./routes/api/own-listings.server.ts";
import { photoOperations } from "./routes/api/photos.server.ts";
import { preferenceOperations } from "./routes/api/preferences.server.ts";
import { profileOperations } from "./routes/api/profile.server.ts";
import { reportOperations } from "./routes/api/reports.server.ts";
import { reviewOperations } from "./routes/api/reviews.server.ts";
import { roomOperations } from "./routes/api/rooms.server.ts";
import { savedSearchOperations } from "./routes/api/saved-searches.server.ts";
import { searchOperations } from "./routes/api/search.server.ts";
import { sellerOperations } from "./routes/api/sellers.server.ts";
import { stockOperations } from "./routes/api/stock.server.ts";
import { webhookOperations } from "./routes/api/webhooks.server.ts";

/** The API for people and shops, by version. */
export const API: Api = {
  base: API_BASE,
  operations: [
    ...blockOperations,
    ...dealOperations,
    ...eventOperations,
    ...favoriteOperations,
    ...listingOperations,
    ...messageOperations,
    ...modelOperations,
    ...notificationOperations,
    ...offerOperations,
    ...ownListingOperations,
    ...photoOperations,
    ...preferenceOperations,
    ...profileOperations,
    ...reportOperations,
    ...reviewOperations,
    ...roomOperations,
    ...savedSearchOperations,
    ...searchOperations,
    ...sellerOperations,
    ...stockOperations,
    ...webhookOperations,
    describing("describeApi", () => API),
  ],
};

/** The account door, whose addresses are those of the specification. */
export const ACCOUNT_API: Api = {
  base: ACCOUNT_BASE,
  operations: [
    ...authTokenOperations,
    ...authCodeOperations,
    ...authUserOperations,
    ...authFactorOperations,
    describing("describeAccountApi", () => ACCOUNT_API),
  ],
  problemNames: { error_code: "reason", msg: "detail" },
  isSecret: true,
};

onAccessToken(readAccessTokens);

/** The description of an API, which does not change while the program runs. */
export function descriptionOf(api: Api): Description {
  return describeApi(api, { url: env().baseUrl, version: packageJson.version });
}

/** The operation that answers with the description of its own API. */
function describing(id: string, api: () => Api) {
  return operation({
    method: "GET",
    path: "/openapi.json",
    id,
    summary: "This description, by OpenAPI 3.1.",
    access: "anyone",
    answer: z.looseObject({ openapi: z.string() }),
    tags: () => [],
    async run() {
      return { ...descriptionOf(api()) };
    },
  });
}

const shopDoor = apiDoor(API);
const DOORS = [
  { base: API.base, door: shopDoor },
  { base: ACCOUNT_API.base, door: apiDoor(ACCOUNT_API) },
];

/** The addresses that the host gives to `apiAnswer`. */
export const API_PATHS = DOORS.map(({ base }) => `${base}/*`);

/** The answer to a request below one of `API_PATHS`. */
export function apiAnswer(request: Request, info: Parameters<typeof shopDoor>[1]): Promise<Response> {
  const { pathname } = new URL(request.url);
  const answering = DOORS.find(({ base }) => `${pathname}/`.startsWith(`${base}/`));
  // The host decodes a path before it compares it. What is written as "/%61pi" is no address of the API.
  return (answering?.door ?? shopDoor)(request, info);
}

/** The answer that the page cache has for a request without a key; undefined if it has none. */
export function keptApiAnswer(request: Request, info: { route?: string }): Response | undefined {
  const path = request.url.indexOf("/", "https://".length);
  return request.url.startsWith(`${API.base}/`, path) ? keptAnswer(request, info) : undefined;
}
