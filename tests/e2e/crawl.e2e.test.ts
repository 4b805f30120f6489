// A page of each source file in a browser, as somebody sees it who plays. tests/pages/links.page.test.ts follows the links.
import { expect, test } from "vitest";
import { crawl, lookAt } from "#tests/support/crawl.ts";
import { linkedPeople } from "#tests/support/linked-shop.ts";
import { openShop } from "#tests/support/shop.ts";

const shop = openShop();

test("no page of somebody who plays has a fault in its scripts, nor one that axe finds", async () => {
  const { player } = await linkedPeople();
  const { addresses } = await crawl(shop.server.url, player.cookie);
  expect(addresses.size).toBeGreaterThan(15);
  expect(await lookAt(await shop.as(player), addresses.values())).toEqual([]);
});
