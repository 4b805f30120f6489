// After any way of signing in, the visitor's cart is merged into the account's cart.
import { beforeEach, describe, expect, test } from "vitest";
import { db } from "#app/platform/db.server.ts";
import { viewerOf } from "#app/platform/session.server.ts";
import { newestLink, newPerson, pressVerify, signInFields, signUpFields } from "#tests/support/accounts.ts";
import { accountCartIds, cartOnPage, pressCartButton } from "#tests/support/cart.ts";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { signInWith, testProviders } from "#tests/support/social-sign-in.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { action as auth } from "../accounts/auth.route.tsx";
import { loader } from "./cart.route.tsx";

let seller: Person;

openDatabase();
beforeEach(async () => {
  await db().deleteFrom("rate_limits").execute();
  seller = await person("seller");
});

async function accountOf(visitor: Visitor): Promise<string[]> {
  const viewer = await viewerOf(visitor.request("/"));
  if (!viewer) throw new Error("Nobody is signed in.");
  return accountCartIds(viewer);
}

async function carrying(count: number): Promise<{ visitor: Visitor; ids: string[] }> {
  const visitor = new Visitor();
  const ids: string[] = [];
  for (let n = 0; n < count; n++) {
    const racket = await racketOf(seller);
    await pressCartButton(visitor, racket);
    ids.unshift(racket.id);
  }
  return { visitor, ids };
}

describe("a visitor's cart", () => {
  test("is kept at sign-up, in the same order", async () => {
    const { visitor, ids } = await carrying(3);
    await visitor.submit(auth, "/auth?mode=signup", signUpFields("Nora", "nora@example.com"));
    expect(await cartOnPage(visitor)).toEqual(ids);
    await pressVerify(visitor, await newestLink("nora@example.com"));
    expect(await cartOnPage(visitor)).toEqual(ids);
    expect(await accountOf(visitor)).toEqual(ids);
    expect(visitor.cookies.has("cart")).toBe(false);
  });

  test("is merged with the account's cart at sign-in, without duplicates or losses", async () => {
    const known = await newPerson("Otto");
    const [both, old] = [await racketOf(seller), await racketOf(seller)];
    for (const one of [both, old]) await pressCartButton(known, one);
    const { visitor, ids } = await carrying(2);
    await pressCartButton(visitor, both);
    await visitor.submit(auth, "/auth", signInFields("Otto"));
    expect(new Set(await cartOnPage(visitor))).toEqual(new Set([...ids, both.id, old.id]));
    expect(await accountOf(visitor)).toHaveLength(4);
    expect(visitor.cookies.has("cart")).toBe(false);
    // The merge happens once: a removed item does not come back.
    await pressCartButton(visitor, { type: "racket", id: ids[0] ?? "" }, false);
    expect(await cartOnPage(visitor)).toHaveLength(3);
  });

  test("is kept when the visitor signs in with a provider", async () => {
    const { people } = await testProviders();
    people.set("rita", { email: "rita@example.com", email_verified: true, name: "Rita" });
    const { visitor, ids } = await carrying(1);
    await signInWith("google", { login: "rita" }, visitor);
    expect(await cartOnPage(visitor)).toEqual(ids);
    expect(await accountOf(visitor)).toEqual(ids);
  });

  test("is merged when the first request after sign-in opens the cart or adds an item to it", async () => {
    const [one, two] = [await person("one"), await person("two")];
    const { visitor, ids } = await carrying(1);
    const cookie = visitor.cookies.get("cart") ?? "";
    one.visitor.cookies.set("cart", cookie);
    expect((await one.visitor.open(loader, "/cart")).data).toMatchObject({ cart: { sum: { count: 1 } } });
    two.visitor.cookies.set("cart", cookie);
    const more = await racketOf(seller);
    await pressCartButton(two.visitor, more);
    expect(two.visitor.cookies.has("cart")).toBe(false);
    expect(await accountCartIds(two.viewer)).toEqual([more.id, ...ids]);
  });

  test("keeps deleted listings and marks them as deleted, but drops ids that never existed", async () => {
    const buyer = await person("buyer");
    const gone = await racketOf(seller);
    await db().deleteFrom("listings").where("id", "=", gone.id).execute();
    buyer.visitor.cookies.set("cart", `racket.${gone.id}~racket.0198c2a0-0000-7000-8000-000000000000`);
    expect(await cartOnPage(buyer.visitor)).toEqual([gone.id]);
    expect((await buyer.visitor.open(loader, "/cart")).data).toMatchObject({
      cart: { gone: [{ name: "Deleted listing" }], unavailableItems: [`racket:${gone.id}`] },
    });
  });

  test("does not contain the items of a signed-in person, whose cart sets no cookie", async () => {
    const buyer = await person("buyer");
    await pressCartButton(buyer.visitor, await racketOf(seller));
    expect(await cartOnPage(new Visitor())).toEqual([]);
    expect(buyer.visitor.cookies.has("cart")).toBe(false);
  });
});
