// The pages of one person must not be visible to the next person who uses the same browser.
import { beforeAll, expect, test } from "vitest";
import { type Person, person } from "#tests/support/people.ts";
import { openShop } from "#tests/support/shop.ts";

const shop = openShop();
let anna: Person;
beforeAll(async () => {
  anna = await person("anna");
});

async function cacheControl(path: string, cookie?: string): Promise<string | null> {
  const headers = { ...(cookie && { cookie }) };
  const answer = await fetch(shop.server.url + path, { headers, redirect: "manual" });
  await answer.arrayBuffer();
  return answer.headers.get("cache-control");
}

test.each([
  "/",
  "/rackets",
  "/search?q=wilson",
  "/profile",
  "/profile/security",
  "/messages",
  "/orders",
  "/favorites",
  "/recently-viewed",
  "/my-listings",
  "/my-earnings",
  "/notifications",
  "/cart",
  "/sell/racket",
  "/nothing/here",
  "/profile.data",
  "/recently-viewed.data",
  "/auth",
])("%s of a signed-in person is not stored by the browser [V14.3.2]", async (path) => {
  expect(await cacheControl(path, anna.cookie)).toContain("no-store");
});

test("a public page may be stored, and is revalidated", async () => {
  for (const path of ["/rackets", "/help"]) expect(await cacheControl(path)).toBe("private, no-cache");
});
