import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { sellerPath } from "#app/domain/username.ts";
import { openRoom } from "#app/features/chat/commands.server.ts";
import { db } from "#app/platform/db.server.ts";
import { expectNoFaults } from "#tests/support/axe.ts";
import { hydrated } from "#tests/support/browser.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { listingOf } from "#tests/support/samples.ts";
import { openShop } from "#tests/support/shop.ts";

const shop = openShop();
let seller: Person;
let racket: { type: string; id: string };
let balls: { type: string; id: string };

beforeAll(async () => {
  seller = await person("seller");
  racket = await racketOf(seller, {
    name: "Blade 98",
    attributes: { transaction_options: ["direct_checkout", "chat", "bid"] },
  });
  balls = await listingOf(seller, "ball", { name: "Championship" });
});

async function set({ type, id }: { type: string; id: string }, quantity: number): Promise<void> {
  await db()
    .updateTable("listings")
    .set({ quantity })
    .where("type", "=", type)
    .where("id", "=", id)
    .execute();
}

async function open(who: Person | null, path: string): Promise<Page> {
  const { page } = await shop.as(who);
  await page.goto(path);
  await hydrated(page);
  return page;
}

const html = async (path: string) => (await fetch(new URL(path, shop.server.url))).text();
const card = (page: Page, name: string) =>
  page.getByRole("main").getByRole("article").filter({ hasText: name });
const sold = (page: Page) => page.getByText("Sold", { exact: true });

describe("what is sold", () => {
  test("says so on the next request of a page that was kept, and is where one looks for something no longer; until there is one again", async () => {
    const its = `/rackets/${racket.id}`;
    const paths = ["/rackets", "/"];
    for (const path of [its, ...paths]) await html(path);
    expect(await html(its)).not.toContain(">Sold<");
    for (const path of paths) expect(await html(path)).toContain(racket.id);
    await set(racket, 0);
    // Written past the server: it hears of it from the database.
    await expect.poll(() => html(its)).toContain(">Sold<");
    for (const path of paths) await expect.poll(() => html(path)).not.toContain(racket.id);
    await set(racket, 1);
    await expect.poll(() => html(its)).not.toContain(">Sold<");
    for (const path of paths) await expect.poll(() => html(path)).toContain(racket.id);
  });

  test("can be asked about and kept, and neither bought nor bid for; its owner is told as well", async () => {
    const buyer = await person("buyer");
    await set(racket, 1);
    const page = await open(buyer, `/rackets/${racket.id}`);
    await page.getByRole("button", { name: "Buy Now" }).waitFor();
    await page.getByRole("button", { name: "Make Offer" }).waitFor();
    await set(racket, 0);
    await page.reload();
    await hydrated(page);
    await sold(page).waitFor();
    await page.getByText("you hear of it when it is for sale again").waitFor();
    await page.getByRole("button", { name: "Chat" }).waitFor();
    expect(await page.getByRole("button", { name: /Buy Now|Make Offer/ }).count()).toBe(0);
    await expectNoFaults(page);
    const own = await open(seller, `/rackets/${racket.id}`);
    await own.getByText("You have none of this left.").waitFor();
    await own.getByRole("link", { name: "Edit" }).waitFor();
    await own.getByRole("button", { name: "List again" }).click();
    await own.getByText("Blade 98 is for sale again").waitFor();
    await own.getByRole("button", { name: "Sold one" }).waitFor();
    await expect.poll(() => html("/rackets")).toContain(racket.id);
  });

  test("says so among the favourites, at its seller's, and above a conversation", async () => {
    const buyer = await person("buyer");
    await db()
      .insertInto("favorites")
      .values({ user_id: buyer.viewer.id, listing_type: racket.type, listing_id: racket.id })
      .execute();
    const room = await openRoom(buyer.viewer, racket);
    await set(racket, 0);
    for (const path of ["/favorites", sellerPath(seller.viewer.username)]) {
      const page = await open(buyer, path);
      await card(page, "Blade 98").getByText("Sold", { exact: true }).waitFor();
    }
    const page = await open(buyer, `/messages/${room}`);
    await sold(page).waitFor();
    await page.getByRole("textbox", { name: "Message" }).waitFor();
  });
});

test("of several it is said how many there are, on the card and on the page", async () => {
  await set(balls, 24);
  const page = await open(null, "/balls");
  await card(page, "Championship").getByText("24 available").waitFor();
  await card(page, "Championship").getByRole("link").click();
  await page.getByRole("heading", { level: 1, name: "Championship" }).waitFor();
  await page.getByRole("main").getByText("24 available").waitFor();
  await expectNoFaults(page);
});
