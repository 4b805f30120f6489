import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openRoom, sendMessage } from "#app/features/chat/commands.server.ts";
import { toast } from "#tests/support/browser.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { openShop } from "#tests/support/shop.ts";

const shop = openShop();

async function conversation(): Promise<{
  seller: Person;
  room: string;
  write: (text: string) => Promise<unknown>;
}> {
  const [seller, buyer] = [await person("seller"), await person("buyer")];
  const room = await openRoom(buyer.viewer, await racketOf(seller));
  const write = (message: string) =>
    sendMessage(buyer.viewer, room, { clientId: crypto.randomUUID(), message });
  return { seller, room, write };
}

const listens = (page: Page) =>
  page.waitForResponse((response) => new URL(response.url()).pathname === "/events");

test("a message is noticed on any page: counted beside Messages, shown once, and opened from there", async () => {
  const { seller, room, write } = await conversation();
  const { page, context } = await shop.as(seller);
  const listening = listens(page);
  await page.goto("/help");
  await listening;
  const other = await context.newPage();
  await other.goto("/rackets");
  await write("Is it still there?");
  await expect
    .poll(
      async () =>
        (await toast(page, "Is it still there?").count()) +
        (await toast(other, "Is it still there?").count()),
    )
    .toBe(1);
  const shown = (await toast(page, "Is it still there?").count()) > 0 ? page : other;
  for (const tab of [page, other])
    await tab.getByRole("banner").getByRole("link", { name: "Messages, 1 unread" }).waitFor();
  await toast(shown, "Is it still there?").getByRole("button", { name: "Open" }).click();
  await shown.waitForURL(`**/messages/${room}`);
  await shown.getByRole("banner").getByRole("link", { name: "Messages", exact: true }).waitFor();
});

test("a message to the conversation that is open shows no toast", async () => {
  const { seller, room, write } = await conversation();
  const { page } = await shop.as(seller);
  const listening = listens(page);
  await page.goto(`/messages/${room}`);
  await listening;
  await write("Can I come by?");
  await page.getByRole("main").getByText("Can I come by?").first().waitFor();
  await write("On Sunday?");
  await page.getByRole("main").getByText("On Sunday?").first().waitFor();
  expect(await page.locator("[data-sonner-toast], [data-plain-toast]").count()).toBe(0);
});

test("a phone has Messages and its count in the menu", async () => {
  const { seller, write } = await conversation();
  await write("Hello");
  const { page } = await shop.as(seller, "phone");
  await page.goto("/help");
  await page.getByRole("button", { name: /^seller/ }).click();
  await page.getByRole("menuitem", { name: "Messages, 1 unread" }).waitFor();
});
