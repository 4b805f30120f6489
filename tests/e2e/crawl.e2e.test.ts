// A page of each source file in a browser, as its people see it. tests/pages/links.page.test.ts follows the links.
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { FOOT, faultsInLooks } from "#tests/support/axe.ts";
import { type Crawl, crawl, lookAt, PATHS_OF_THE_BAR } from "#tests/support/crawl.ts";
import { linkedPeople } from "#tests/support/linked-shop.ts";
import type { Person } from "#tests/support/people.ts";
import { openShop } from "#tests/support/shop.ts";

const shop = openShop();
let player: Person;
let keeper: Person;
let players: Crawl["addresses"];

beforeAll(async () => {
  ({ player, keeper } = await linkedPeople());
  players = (await crawl(shop.server.url, player.cookie)).addresses;
});

test("no page of somebody who plays has a fault in its scripts, nor one that axe finds", async () => {
  expect(players.size).toBeGreaterThan(15);
  expect(await lookAt(await shop.as(player), players.values())).toEqual([]);
});

test("no page that only somebody who keeps a shop comes to has a fault", async () => {
  const { addresses } = await crawl(shop.server.url, keeper.cookie);
  const own = [...addresses].filter(([kind]) => !players.has(kind)).map(([, address]) => address);
  expect(own.length).toBeGreaterThan(0);
  expect(await lookAt(await shop.as(keeper), own)).toEqual([]);
});

test("no page that only a visitor comes to, and none in each language, has a fault in its scripts, nor one that axe finds", async () => {
  const { addresses } = await crawl(shop.server.url);
  expect(addresses.size).toBeGreaterThan(15);
  const others = [...addresses].filter(([kind]) => !players.has(kind));
  const translated = others.filter(([kind]) => !kind.endsWith(".tsx")).map(([, address]) => address);
  const look = async (page: Page, address: string, nth: number) =>
    translated.includes(address) ? [] : faultsInLooks(page, nth === 0 ? {} : { without: FOOT });
  const own = new Set(["/", ...others.map(([, address]) => address)]);
  expect(translated.length).toBeGreaterThan(3);
  expect(await lookAt(await shop.as(null), own, look)).toEqual([]);
});

test("the dropdowns of the bar lead to every kind of gear in it, and to pages that are there", async () => {
  const { page } = await shop.as(null);
  await page.goto("/");
  const bar = page.getByRole("navigation", { name: "Categories" });
  const entries = bar.locator("[id] ul a");
  const addresses: string[] = [];
  for (const button of await bar.getByRole("button").all()) {
    await button.click();
    await entries.first().waitFor();
    addresses.push(...(await entries.evaluateAll((all) => all.map((one) => one.getAttribute("href") ?? ""))));
  }
  expect(addresses).toEqual(expect.arrayContaining([...PATHS_OF_THE_BAR]));
  for (const address of new Set(addresses)) {
    const answer = await fetch(new URL(address, shop.server.url));
    await answer.arrayBuffer();
    expect([address, answer.status]).toEqual([address, 200]);
  }
});

test("the pages that no link leads to have no fault that axe finds either", async () => {
  const addresses = [
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
    "/sellers/nobody",
  ];
  const { page } = await shop.as(player);
  const faults: string[] = [];
  for (const at of addresses) {
    await page.goto(at);
    for (const found of await faultsInLooks(page, { without: FOOT })) faults.push(`${at}: ${found}`);
  }
  expect(faults).toEqual([]);
});
