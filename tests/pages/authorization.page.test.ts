// Tests who may open which URL: every path of app/routes.ts, with the guard that its route file exports.

import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { sendMessage } from "#app/features/rooms/commands.server.ts";
import routes from "#app/routes.ts";
import { caseAbout, warningIn } from "#tests/support/cases.ts";
import { offeredRacket, offerWithoutNotice } from "#tests/support/offers.ts";
import { orderOf } from "#tests/support/orders.ts";
import { type Person, person, staffPerson } from "#tests/support/people.ts";
import { addressesOf } from "#tests/support/routes.ts";
import { findRow, insertRow, updateRows } from "#tests/support/rows.ts";
import { photoOf } from "#tests/support/samples.ts";
import { openShop } from "#tests/support/shop.ts";

const shop = openShop();

/** A valid UUID that no row of the database has. */
const NOTHING = "0199c0de-0000-7000-8000-000000000000";

/** The statuses for a person who is not signed in, may not do it, or must not learn that it exists. */
const REFUSALS = [401, 403, 404, 410];

/** The guard of a route; "unknown" if the file exports middleware in a form that this test cannot read. */
function guardOf(file: string): string | undefined {
  const code = readFileSync(`app/${file}`, "utf8");
  const [, guard] = /^export const middleware = \[(\w+)\];$/m.exec(code) ?? [];
  return guard ?? (/^export .*\bmiddleware\b/m.test(code) ? "unknown" : undefined);
}

/** Every URL path of the shop with values in place of its parameters, and the guard of its route. */
const ADDRESSES = addressesOf(routes)
  .filter(({ address }) => address !== "/*")
  .map(({ file, address }) => ({
    address: address.replace(/:username\b/, "nobody-here").replace(/:\w+/g, NOTHING),
    guard: guardOf(file),
    hasAction: /export (async function|function|const) action\b/.test(readFileSync(`app/${file}`, "utf8")),
  }));
const guardedBy = (...guards: string[]) => ADDRESSES.filter(({ guard }) => guard && guards.includes(guard));

let people: Record<string, Person | null>;
let owned: Readonly<Record<string, Thing>>;

beforeAll(async () => {
  const suspended = await person("suspended");
  await updateRows(
    "profiles",
    { id: suspended.viewer.id },
    { suspended_until: new Date(Date.now() + 86_400_000) },
  );
  const unconfirmed = await person("unconfirmed");
  await updateRows(
    "sessions",
    { token: unconfirmed.session },
    { confirmed_at: new Date(Date.now() - 21 * 60_000) },
  );
  people = {
    visitor: null,
    suspended,
    unconfirmed,
    stranger: await person("stranger"),
    moderator: await staffPerson("moderator"),
    operator: await staffPerson("operator"),
    seller: await person("seller"),
    buyer: await person("buyer"),
  };
  owned = await things();
});

async function answer(
  address: string,
  who: string,
  method = "GET",
  fields?: Readonly<Record<string, string>>,
): Promise<{ status: number; to: string | null; next: string | null }> {
  const cookie = people[who]?.cookie;
  const headers = { origin: shop.server.url, ...(cookie && { cookie }) };
  const { status, headers: sent } = await fetch(shop.server.url + address, {
    method,
    headers,
    redirect: "manual",
    ...(fields && { body: new URLSearchParams(fields) }),
  });
  const location = sent.get("location");
  const to = location === null ? undefined : new URL(location, shop.server.url);
  return { status, to: to?.pathname ?? null, next: to?.searchParams.get("next") ?? null };
}

test("more than 40 URLs require a signed-in person, and these tests know the guard of every route", () => {
  expect(guardedBy("signedIn", "confirmed").length).toBeGreaterThan(40);
  const known = [undefined, "signedIn", "confirmed", "moderating", "operating"];
  expect(ADDRESSES.filter(({ guard }) => !known.includes(guard))).toEqual([]);
});

const addressesGuardedBy = (guard: string) =>
  [...new Set(guardedBy(guard).map(({ address }) => address))].sort();

// Written by hand: the tests below only follow the guards of the code, and would not miss one that is removed.
test("the pages that need a confirmation, and those that the specification keeps for signed-in people, have their guards [A2.67 A2.70 A6.8 M2.5 M2.94 V7.5.1]", () => {
  expect(addressesGuardedBy("confirmed")).toEqual([
    "/profile/download",
    "/profile/download/archive",
    "/profile/email",
    "/profile/security/identities",
    "/profile/security/keys",
    "/profile/security/phone",
    "/profile/security/two-factor",
    "/sell/business/api",
  ]);
  expect(addressesGuardedBy("signedIn")).toEqual(
    expect.arrayContaining(["/recently-viewed", "/my-listings", "/sell/business", "/notifications"]),
  );
});

/** Actions without a guard of their route, which only signed-in people may call. */
const SIGNED_IN_ACTIONS = [
  "/preferences/sizes",
  "/preferences/sizes/mine",
  "/profile/security/mail",
  "/profile/security/password",
  "/profile/picture",
  "/search/saved",
  "/my-listings/still-for-sale",
  `/report/message/${NOTHING}`,
];

test.each(SIGNED_IN_ACTIONS)(
  "a form that is sent to %s is refused to a visitor and a suspended person [V8.2.1]",
  async (address) => {
    for (const who of ["visitor", "suspended"]) {
      const { status, to } = await answer(address, who, "POST", {});
      const isRefused = REFUSALS.includes(status) || to === "/auth";
      expect({ who, status, to, isRefused }).toMatchObject({ isRefused: true });
    }
  },
);

describe.each(guardedBy("signedIn", "confirmed"))("$address", ({ address, hasAction }) => {
  test("redirects a visitor and a suspended person to /auth, which leads back to the page [A2.67 A2.70 A6.8 M2.5 M2.94 V8.2.1]", async () => {
    for (const who of ["visitor", "suspended"]) {
      const away = { status: 302, to: "/auth" };
      expect({ who, ...(await answer(address, who)) }).toMatchObject({ ...away, next: address });
      if (hasAction) expect({ who, ...(await answer(address, who, "POST")) }).toMatchObject(away);
    }
  });
});

describe.each(guardedBy("confirmed"))("$address", ({ address, hasAction }) => {
  test("asks a person who signed in long ago to confirm who they are [V7.5.1]", async () => {
    const to = "/profile/security/confirm";
    expect(await answer(address, "unconfirmed")).toMatchObject({ status: 302, to, next: address });
    if (hasAction) expect(await answer(address, "unconfirmed", "POST")).toMatchObject({ status: 302, to });
  });
});

const WITH_ID = guardedBy("signedIn", "confirmed").filter(({ address }) => address.includes(NOTHING));
describe.each(WITH_ID)("$address", ({ address }) => {
  test("with an id that no row has is refused to a stranger and to staff, or leads to another URL of this list", async () => {
    for (const who of ["stranger", "moderator", "operator"]) {
      const { status, to } = await answer(address, who);
      const isRefused = REFUSALS.includes(status) || ADDRESSES.some((other) => other.address === to);
      expect({ who, status, to, isRefused }).toMatchObject({ isRefused: true });
    }
  });
});

describe.each(guardedBy("moderating", "operating"))("$address", ({ address, guard }) => {
  test("is answered with 404, except to staff whose role may open it [V8.2.1]", async () => {
    const others = ["visitor", "suspended", "stranger", ...(guard === "operating" ? ["moderator"] : [])];
    for (const who of others) {
      for (const path of [address, `${address}.data`, `/de${address}`])
        expect({ who, path, ...(await answer(path, who)) }).toMatchObject({ status: 404 });
      expect({ who, ...(await answer(address, who, "POST")) }).toMatchObject({ status: 404 });
    }
    // Without somebody or something that exists, also staff get no page.
    const isCase = /nobody-here|cases\/new$/.test(address) || address.includes(NOTHING);
    expect((await answer(address, "operator")).status).toBe(isCase ? 404 : 200);
    if (guard === "moderating") expect((await answer(address, "moderator")).status).toBe(isCase ? 404 : 200);
  });
});

/** The people who try to open each URL in `things`. */
const EVERYBODY = ["visitor", "suspended", "stranger", "moderator", "operator", "buyer", "seller"];
const PARTIES = ["buyer", "seller"];
/** They are sent to /auth. */
const SIGNED_OUT = ["visitor", "suspended"];

interface Thing {
  readonly address: string;
  /** The people who may send this request. Everybody else must be refused. */
  readonly may: readonly string[];
  readonly method?: "POST" | "DELETE";
  readonly fields?: Readonly<Record<string, string>>;
}

const someone = (name: string): Person => {
  const found = people[name];
  if (!found) throw new Error(`There is no person "${name}".`);
  return found;
};

/** For each route with an id, a URL with the id of something of the seller. Routes that change data come last. */
async function things(): Promise<Readonly<Record<string, Thing>>> {
  const [seller, buyer] = [someone("seller"), someone("buyer")];
  const [sellerId, buyerId] = [seller.viewer.id, buyer.viewer.id];
  const listing = await offeredRacket(seller);
  const { id: offer, roomId } = await offerWithoutNotice(buyer, seller, listing);
  const { id: message } = await sendMessage(seller.viewer, roomId, {
    clientId: randomUUID(),
    message: "Hello",
  });
  const [agreed, received] = [
    await orderOf({ seller, buyer, state: "agreed" }),
    await orderOf({ seller, buyer, state: "received" }),
  ];
  const { id: review } = await insertRow("user_reviews", {
    reviewer_id: buyerId,
    reviewed_user_id: sellerId,
    rating: 5,
    comment: "Good",
    visible_at: new Date(Date.now() - 1_000),
  });
  const { id: upload } = await insertRow("uploads", {
    user_id: sellerId,
    client_id: randomUUID(),
    file_name: "stock.csv",
    state: "done",
  });
  const { id: feed } = await insertRow("feeds", {
    user_id: sellerId,
    url: "https://stock.example/stock.csv",
    every_hours: 24,
    state: "paused",
  });
  const { id: answers } = await insertRow("stock_answers", {
    user_id: sellerId,
    shape: "shopify:1",
    file_name: "stock.csv",
  });
  const { id: webhook } = await insertRow("webhook_endpoints", {
    user_id: sellerId,
    url: "https://192.0.2.1/events",
    types: ["listing.sold"],
    secret: "sealed",
  });
  const { id: saved } = await insertRow("saved_searches", {
    user_id: sellerId,
    address: "/rackets",
    name: "Rackets",
    tell: true,
    words: "",
  });
  const photo = await photoOf(seller);
  const found = await caseAbout("person", seller.viewer.username, { by: buyer });
  const { id: sent } = await findRow("reports", { case_id: found }, ["id"]);
  const { id: question } = await insertRow("case_questions", { case_id: found, words: "Is it yours?" });
  const talk = await caseAbout("message", message, { by: buyer });
  const { id: reset } = await insertRow("factor_resets", {
    user_id: sellerId,
    reason: "lost",
    words: "They called.",
    due_at: new Date(Date.now() + 86_400_000),
  });
  const statement = await warningIn(found, seller, someone("moderator"));
  return {
    "listings/form": { address: `/rackets/${listing.id}/edit`, may: ["seller"] },
    "stock/feed": { address: `/sell/business/feeds/${feed}`, may: ["seller"] },
    "webhooks/webhook": { address: `/sell/business/api/webhooks/${webhook}`, may: ["seller"] },
    "stock/answers": { address: `/sell/business/answers/${answers}`, may: ["seller"] },
    "stock/upload": { address: `/sell/business/uploads/${upload}`, may: ["seller"] },
    "stock/upload-pictures": { address: `/sell/business/uploads/${upload}/pictures`, may: ["seller"] },
    "stock/failed-rows": { address: `/sell/business/uploads/${upload}/failed.csv`, may: ["seller"] },
    "saved-searches/edit": { address: `/search/saved/${saved}`, may: ["seller"] },
    "chat/thread": { address: `/messages/${roomId}`, may: PARTIES },
    "chat/block": { address: `/messages/${roomId}/block`, may: PARTIES },
    "chat/messages": { address: `/chat/rooms/${roomId}/messages?after=0`, may: PARTIES },
    "moderation/report-room": { address: `/messages/${roomId}/report`, may: PARTIES },
    "moderation/report": { address: `/report/message/${message}`, may: ["buyer"] },
    "moderation/case": { address: `/moderation/cases/${found}`, may: ["moderator", "operator"] },
    "moderation/sent-report": { address: `/reports/${sent}`, may: ["buyer"] },
    "moderation/question": { address: `/questions/${question}`, may: ["seller"] },
    "moderation/conversation": {
      address: `/moderation/cases/${talk}/conversations/${roomId}`,
      may: ["moderator", "operator"],
    },
    "moderation/person": {
      address: `/moderation/people/${seller.viewer.username}`,
      may: ["moderator", "operator"],
    },
    "accounts/factor-reset": { address: `/auth/factor-reset/${reset}`, may: ["seller"] },
    "moderation/statement": { address: `/statements/${statement}`, may: ["seller"] },
    "deals/order": { address: `/orders/${agreed}`, may: PARTIES },
    "deals/room": { address: `/deals/rooms/${roomId}`, may: PARTIES },
    "reviews/review": { address: `/orders/${received}/review`, may: PARTIES },
    "reviews/answer": { address: `/reviews/${review}/answer`, may: ["seller"] },
    // Signed-in people may block anybody except themselves.
    "chat/block-person": {
      address: `/sellers/${seller.viewer.username}/block`,
      may: ["stranger", "moderator", "operator", "buyer"],
    },
    "chat/read": {
      address: `/chat/rooms/${roomId}/read`,
      may: PARTIES,
      method: "POST",
      fields: { seq: "0" },
    },
    "chat/typing": { address: `/chat/rooms/${roomId}/typing`, may: PARTIES, method: "POST", fields: {} },
    "chat/block-room": {
      address: `/chat/rooms/${roomId}/block`,
      may: PARTIES,
      method: "POST",
      fields: { intent: "unblock" },
    },
    "offers/answer": {
      address: `/offers/${offer}`,
      may: ["seller"],
      method: "POST",
      fields: { intent: "decline" },
    },
    "deals/step": {
      address: `/deals/${agreed}`,
      may: ["seller"],
      method: "POST",
      fields: { intent: "handed_over" },
    },
    "photos/photo": { address: `/photos/${photo}`, may: ["seller"], method: "DELETE" },
  };
}

/** Routes with a parameter that are public, or that other tests check. */
const OTHERS = [
  ...["listings/detail", "listings/old-address", "models/model", "sellers/seller", "seo/sitemap-part"],
  ...["sellers/google-feed", "sellers/products"],
  // Tested in app/features/chat/picture.db.test.ts.
  "chat/picture",
  // The guard of the staff's pictures is tested above. tests/pages/host.page.test.ts tests who may read the mailbox.
  ...["moderation/case-photo", "moderation/report-picture", "dev/mail"],
  // Tested in app/routes/moderation/conversation.db.test.ts.
  "moderation/conversation-photo",
];

test("every route with a parameter is tested with the seller's data, or is listed as tested elsewhere", () => {
  const files = addressesOf(routes)
    .filter(({ address }) => address.includes(":"))
    .map(({ file }) => file.replace(/^routes\/|\.route\.tsx?$/g, ""));
  expect([...new Set(files)].sort()).toEqual([...Object.keys(owned), ...OTHERS].sort());
});

test("each URL of a seller's data is open to the people who may use it, and refuses everybody else [V8.2.2 V8.3.1]", async () => {
  const found: unknown[] = [];
  for (const [route, { address, may, method, fields }] of Object.entries(owned))
    for (const who of EVERYBODY) {
      const { status, to } = await answer(address, who, method, fields);
      const isAllowed = status < 400 && to !== "/auth";
      const isRefused =
        REFUSALS.includes(status) ||
        (SIGNED_OUT.includes(who) && to === "/auth") ||
        // The other party of a deal learns that the step is not theirs.
        (PARTIES.includes(who) && status === 409);
      if (may.includes(who) ? !isAllowed : !isRefused) found.push({ route, who, status, to });
    }
  expect(found).toEqual([]);
});
