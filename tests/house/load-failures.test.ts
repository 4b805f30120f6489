// The sentences of the specification for a page that could not be loaded are shown too when no answer arrived, or that of
// a proxy. Then the page's own component does not run.
import { expect, test } from "vitest";
import { isUnanswered, loadFailedIn } from "#app/features/shell/problems.ts";
import { handle as cart } from "#app/routes/cart/cart.route.tsx";
import { handle as inbox } from "#app/routes/chat/inbox.route.tsx";
import { handle as favorites } from "#app/routes/favorites/favorites.route.tsx";
import { handle as notifications } from "#app/routes/notifications/notifications.route.tsx";
import { handle as sizes } from "#app/routes/preferences/sizes.route.tsx";
import { handle as profile } from "#app/routes/profile/profile.route.tsx";
import { handle as reviews } from "#app/routes/profile/reviews.route.tsx";
import { handle as stock } from "#app/routes/stock/stock.route.tsx";

test.each([
  [profile, "", "Failed to load profile data."],
  [reviews, "", "Failed to load reviews."],
  [notifications, "", "Error fetching notifications"],
  [inbox, "", "Error fetching messages"],
  [sizes, "", "Error loading preferences"],
  [favorites, "", "Error fetching favorites"],
  [favorites, "?tab=searches", "Your saved searches could not be loaded"],
  [cart, "", "Error loading the cart"],
  [stock, "", "Your stock could not be loaded"],
])("a page without an answer says what failed %#", (handle, query, sentence) => {
  expect(loadFailedIn([undefined, { bare: true }, handle], query)).toBe(sentence);
});

test("a page without a sentence has the usual one", () => {
  expect(loadFailedIn([undefined, {}], "")).toBeUndefined();
});

test.each([
  [new TypeError("Failed to fetch"), true],
  [{ status: 500, statusText: "", internal: false, data: "<html>" }, true],
  [{ status: 502, statusText: "", internal: false, data: "" }, true],
  [{ status: 500, statusText: "", internal: false, data: { message: "No" } }, false],
  [{ status: 404, statusText: "", internal: false, data: "<html>" }, false],
  [new Error("x is undefined"), false],
])("%j: no answer of the shop: %s", (thrown, is) => expect(isUnanswered(thrown)).toBe(is));
