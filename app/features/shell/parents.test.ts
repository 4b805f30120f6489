import { expect, test } from "vitest";
import { parentOf } from "./parents.ts";

test.each([
  ["/orders", "/me"],
  ["/favorites", "/me"],
  ["/profile/security", "/me"],
  ["/notifications/settings", "/notifications"],
  ["/orders/0198/review", "/orders/0198"],
  ["/sell/business/stock", "/sell/business"],
  ["/sell/business/overview", "/sell/business"],
  ["/sell/business/trader", "/sell/business"],
  ["/sell/business/answers/0198", "/sell/business"],
  ["/sell/business/feeds", "/sell/business"],
  ["/sell/business/feeds/0198", "/sell/business/feeds"],
  ["/sell/business/api/webhooks", "/sell/business/api"],
  ["/sell/business/api/webhooks/0198", "/sell/business/api/webhooks"],
  ["/sell/business/api", "/sell/business"],
  ["/rackets/models", "/rackets"],
  ["/rackets/models/pure-drive", "/rackets/models"],
  ["/sellers/Sanne%20de%20Vries", "/search"],
  ["/safety", "/help"],
  ["/", null],
  ["/me", null],
  ["/search", null],
  ["/rackets", null],
  ["/rackets/0198", null],
  ["/orders/0198", null],
  ["/messages/0198", null],
  ["/profile/security/password", null],
])("Back leads from %s to %s", (path, parent) => {
  expect(parentOf(path, true)).toBe(parent);
});

test("Back leads who is signed out to the home page, as only others have /me", () => {
  expect(parentOf("/favorites", false)).toBe("/");
});
