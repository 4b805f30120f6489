import { beforeAll, expect, test } from "vitest";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import { openRoom, sendMessage } from "#app/features/chat/commands.server.ts";
import { db } from "#app/platform/db.server.ts";
import { faultsInLooks } from "#tests/support/axe.ts";
import { hydrated } from "#tests/support/browser.ts";
import { type Crawl, crawl, KNOWN } from "#tests/support/crawl.ts";
import { noticeFor } from "#tests/support/notices.ts";
import { orderOf } from "#tests/support/orders.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { listingOf } from "#tests/support/samples.ts";
import { openShop } from "#tests/support/shop.ts";

const shop = openShop();
let player: Person;
let keeper: Person;

/** Pages that no link leads to from where a crawl gets, and how one comes there. */
const BY_OTHER_WAYS: Readonly<Record<string, string>> = {
  "/auth/reset": "from the mail that sets a new password",
  "/auth/two-factor": "from a password that is right, with a second factor set",
  "/auth/verify": "from the form that creates an account",
  "/dev/gallery": "for who develops",
  "/dev/mailbox": "for who develops: the start says so",
  "/dev/mailbox/:id": "for who develops",
  "/mail/unsubscribe": "from the foot of a mail",
  "/offline": "from the service worker",
  "/profile/email": "from the profile's form, for another address",
  "/profile/email/link": "from the mail to the new address",
  "/profile/picture": "from the profile's form, without JavaScript",
  "/profile/security/confirm": "from what asks who one is",
  "/search/saved/new": "from a search that is not saved, signed in",
};

beforeAll(async () => {
  [player, keeper] = [await person("player"), await person("keeper")];
  for (const { type } of CATEGORIES) {
    await listingOf(keeper, type);
    await listingOf(player, type);
  }
  const wanted = await racketOf(keeper, { name: "Wanted" });
  const room = await openRoom(player.viewer, wanted);
  await sendMessage(player.viewer, room, { clientId: crypto.randomUUID(), message: "Still there?" });
  await db()
    .insertInto("saved_searches")
    .values({
      user_id: player.viewer.id,
      address: "/rackets?brand=Wilson",
      name: "Wilson",
      tell: true,
      words: "",
    })
    .execute();
  await orderOf({ seller: keeper, buyer: player, state: "received", listing: wanted, roomId: room });
  await db()
    .insertInto("user_reviews")
    .values({ reviewer_id: player.viewer.id, reviewed_user_id: keeper.viewer.id, rating: 4 })
    .execute();
  await noticeFor(player, "Cheaper now", { path: `/rackets/${wanted.id}` });
  await db()
    .insertInto("favorites")
    .values({ user_id: player.viewer.id, listing_type: "racket", listing_id: wanted.id })
    .execute();
});

const crawls: Crawl[] = [];

test.each([
  ["a visitor", () => null],
  ["somebody who plays", () => player],
  ["somebody who keeps a shop", () => keeper],
])("%s finds no dead link, no fault and one h1 on every page", async (_name, who) => {
  const one = who();
  const tab = await shop.as(one);
  const seen = await crawl(tab, shop.server.url, one?.cookie);
  crawls.push(seen);
  expect(seen.faults).toEqual([]);
  expect(seen.looked).toBeGreaterThan(15);
});

test("every page of the product is reached by a link, or its other way is known", () => {
  const reached = new Set(crawls.flatMap(({ reached }) => [...reached]));
  // "New" goes to the days of the filter (account spec §2): its own address is for who knows it from elsewhere.
  const isOldNew = (path: string) => /^\/[a-z]+\/new$/.test(path);
  const pages = KNOWN.filter(({ page, path }) => page && path !== "/*" && !isOldNew(path));
  const unreached = pages.filter(({ id }) => !reached.has(id)).map(({ path }) => path);
  expect(unreached.sort()).toEqual(Object.keys(BY_OTHER_WAYS).sort());
});

test("the pages that no link leads to have no fault that axe finds either", async () => {
  const { page } = await shop.as(player);
  const faults: string[] = [];
  for (const at of [
    "/auth/reset?token=of-a-mail",
    "/auth/verify",
    "/mail/unsubscribe",
    "/offline",
    "/profile/email",
    "/profile/email/link",
    "/profile/picture",
    "/profile/security/confirm",
    "/search/saved/new?of=%2Frackets%3Fbrand%3DHead",
    "/dev/mailbox",
    // What is not there.
    "/nowhere",
    "/rackets/01a203c0-0000-7000-8000-000000000000",
    "/sellers/nobody",
  ]) {
    await page.goto(at);
    await hydrated(page);
    for (const found of await faultsInLooks(page)) faults.push(`${at}: ${found}`);
  }
  expect(faults).toEqual([]);
});

test("two kinds of pages have two titles", () => {
  const kinds = new Map<string, Set<string>>();
  for (const { titles } of crawls)
    for (const [id, title] of titles)
      kinds.set(
        title,
        (kinds.get(title) ?? new Set()).add(KNOWN.find((known) => known.id === id)?.file ?? ""),
      );
  const shared = [...kinds].filter(([, files]) => files.size > 1).map(([title, files]) => [title, ...files]);
  expect(shared).toEqual([]);
});
