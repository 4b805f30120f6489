// What disappears from a page moves the focus to what follows. It is said once, and so is what arrives.

import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { openRoom, sendMessage } from "#app/features/rooms/commands.server.ts";
import { toast } from "#tests/support/browser.ts";
import { caseAbout } from "#tests/support/cases.ts";
import { expectFocus, expectTabStop, openForKeys, pressAt, tabTo } from "#tests/support/keyboard.ts";
import { offeredRacket, offerWithoutNotice } from "#tests/support/offers.ts";
import { type Person, person, racketOf, staffPerson } from "#tests/support/people.ts";
import { pictureFile } from "#tests/support/photos.ts";
import { insertRows } from "#tests/support/rows.ts";
import { openShop } from "#tests/support/shop.ts";
import { listenTo } from "#tests/support/spoken.ts";

const shop = openShop();
let seller: Person;

beforeAll(async () => {
  seller = await person("seller");
});

const open = (path: string, who: Person | null = null) => openForKeys(shop, path, who);

/** Markup, in which the element `x` will disappear, and the element `to` will have the focus. */
const CASES = {
  "the next item has the focus": "<p id=x><button>1</button></p><p><button id=to>2</button></p>",
  "a link that Tab skips is passed over":
    "<p id=x><button>1</button></p><p><a href=/ tabindex=-1 aria-hidden=true>photo</a><a href=/ id=to>name</a></p>",
  "what is hidden, disabled, invisible, folded or inert is passed over": `
    <p id=x><button>1</button></p><p hidden><button>2</button></p><p><button disabled>3</button></p>
    <p style="visibility:hidden"><button>4</button></p><p inert><button>5</button></p>
    <fieldset disabled><input></fieldset><div aria-hidden=true><button>6</button></div>
    <details><summary tabindex=-1>7</summary><button>8</button></details><a>9</a><input type=hidden>
    <select id=to></select>`,
  "what follows a list comes before the list's earlier items":
    "<ul><li><button>1</button><li id=x><button>2</button></ul><textarea id=to></textarea>",
  "what follows comes before the beginning of what is around": `
    <div role=log tabindex=0><p><a href=/>1</a><span id=x><button>2</button></span></p></div><textarea id=to></textarea>`,
  "the last element of a page leads back to the one before":
    "<p><button>1</button><button id=to>2</button></p><p id=x><button>3</button></p>",
} as const;

test("when the focused element disappears, the focus moves to the next stop of Tab, else to the one before", async () => {
  const page = await open("/cart");
  const seen: Record<string, string> = {};
  for (const [what, markup] of Object.entries(CASES)) {
    await page.evaluate((markup) => {
      document.getElementById("case")?.remove();
      const box = document.createElement("div");
      box.id = "case";
      box.innerHTML = markup;
      document.getElementById("main")?.append(box);
      document.querySelector<HTMLElement>("#x button")?.focus();
    }, markup);
    // What is added before it meanwhile, such as a new notification, does not move the focus.
    await page.evaluate(() =>
      document.getElementById("x")?.parentElement?.prepend(document.createElement("button")),
    );
    await page.evaluate(() => document.getElementById("x")?.remove());
    await page.waitForFunction(() => document.activeElement?.closest("#case, footer, header"));
    seen[what] = await page.evaluate(() => document.activeElement?.outerHTML ?? "");
  }
  const expected = Object.keys(CASES).map((what) => [what, expect.stringContaining('id="to"')]);
  expect(seen).toEqual(Object.fromEntries(expected));
});

test("items leave the cart one by one", async () => {
  const buyer = await person("buyer");
  for (const at of [1, 2, 3]) {
    const { id } = await racketOf(seller, { name: `Blade ${at}` });
    await insertRows("cart_items", { user_id: buyer.viewer.id, listing_type: "racket", listing_id: id });
  }
  const page = await open("/cart", buyer);
  const said = await listenTo(page);
  const items = page.getByRole("main").getByRole("listitem");
  const remove = items.getByRole("button", { name: /^Remove from cart/ });
  await pressAt(page, remove.nth(1));
  await expect.poll(() => items.count()).toBe(2);
  await expectTabStop(page, items.nth(1).getByRole("link"));
  // Behind the last item is the message to its seller.
  await pressAt(page, remove.nth(1));
  await expect.poll(() => items.count()).toBe(1);
  await expectTabStop(page, page.locator("summary", { hasText: "Message" }));
  await tabTo(page, remove, "Shift+Tab");
  await page.keyboard.press("Enter");
  await expectTabStop(page, page.getByRole("main").getByRole("link").first());
  expect(await said()).toEqual(Array(3).fill("1 item removed from cart Undo"));
});

test("messages and an offer are said once and briefly, and so is that the offer was accepted", async () => {
  const buyer = await person("buyer");
  const listing = await offeredRacket(seller);
  const roomId = await openRoom(buyer.viewer, listing);
  const page = await open(`/messages/${roomId}`, seller);
  const { page: other } = await shop.openAs(seller);
  const listening = other.waitForResponse((response) => new URL(response.url()).pathname === "/events");
  await other.goto("/help");
  await listening;
  const [said, saidElsewhere] = [await listenTo(page), await listenTo(other)];
  const log = page.getByRole("log");
  await tabTo(page, page.getByRole("textbox", { name: "Message" }));
  await page.keyboard.type("Any questions?");
  await page.keyboard.press("Enter");
  await log.getByText("Any questions?").waitFor();
  await log.getByRole("time").last().waitFor();
  await sendMessage(buyer.viewer, roomId, { clientId: randomUUID(), message: "Still there?" });
  await log.getByText("Still there?").waitFor();
  await toast(other, "Still there?").waitFor();
  await offerWithoutNotice(buyer, seller, listing);
  await pressAt(page, page.getByRole("button", { name: /^Accept/ }));
  await page.getByRole("log").getByText("Accepted", { exact: true }).waitFor();
  await expectTabStop(page, page.getByRole("button", { name: "Add photos" }));
  const { username } = buyer.viewer;
  await page.getByText("Agreed: €100.00.").first().waitFor();
  const sentences = await said();
  expect(sentences.slice(0, 3)).toEqual([
    "You: Any questions?",
    `${username}: Still there?`,
    `Offer from ${username} €100.00`,
  ]);
  // The toast says what was done, and the panel what was agreed, in either order.
  expect(sentences.slice(3).sort()).toEqual(["Agreed: €100.00.", "Offer accepted"]);
  expect(await saidElsewhere()).toEqual([
    `New message from ${username} Still there? Open`,
    `New message from ${username} Offer Open`,
  ]);
});

test("a moderator who claims a case is told so once", async () => {
  const moderator = await staffPerson("moderator");
  const id = await caseAbout("person", seller.viewer.username);
  const page = await open(`/moderation/cases/${id}`, moderator);
  const said = await listenTo(page);
  await pressAt(page, page.getByRole("button", { name: "Claim" }));
  await page.getByRole("button", { name: "Release" }).waitFor();
  await expect.poll(said).toEqual(["You are working on this case."]);
});

test("photos of the form are moved, removed and restored", async () => {
  const page = await open("/sell/racket", await person("maker"));
  const photos = page.locator("input[name=photo]");
  const chooser = page.waitForEvent("filechooser");
  await pressAt(page, page.getByRole("button", { name: "Add photos" }));
  const picture = async (name: string) => ({
    name,
    mimeType: "image/jpeg",
    buffer: Buffer.from(await pictureFile()),
  });
  await (await chooser).setFiles([await picture("a.jpg"), await picture("b.jpg")]);
  await expect.poll(() => photos.count()).toBe(2);
  const said = await listenTo(page);
  for (const at of [1, 2]) {
    await pressAt(page, page.getByRole("button", { name: `Remove photo ${at}` }));
    await expectFocus(page, page.getByRole("button", { name: "Undo" }));
    await page.keyboard.press("Enter");
    await expect.poll(() => photos.count()).toBe(2);
    await expectTabStop(page, page.getByRole("button", { name: `Photo ${at} of 2`, exact: true }));
  }
  await pressAt(page, page.getByRole("button", { name: "Order of photo 1" }));
  const right = page.getByRole("menuitem", { name: "Move right" });
  await right.press("Enter");
  await right.waitFor({ state: "detached" });
  const dragged = page.getByRole("button", { name: "Photo 2 of 2", exact: true });
  await tabTo(page, dragged, "Shift+Tab");
  await page.keyboard.press("Space");
  await page.getByText("Photo 2 of 2 picked up.").waitFor({ state: "attached" });
  await page.keyboard.press("ArrowLeft");
  await page.getByText("Now in position 1 of 2.").waitFor({ state: "attached" });
  await page.keyboard.press("Space");
  await page.getByText("Photo is now number 1 of 2.").waitFor({ state: "attached" });
  expect(await said()).toEqual([
    "Photo removed.",
    "Photo restored.",
    "Photo removed.",
    "Photo restored.",
    "Photo is now number 2 of 2.",
    "Photo 2 of 2 picked up.",
    "Now in position 1 of 2.",
    "Photo is now number 1 of 2.",
  ]);
});
