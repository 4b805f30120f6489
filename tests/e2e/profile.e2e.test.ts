import type { Page } from "playwright-core";
import sharp from "sharp";
import { beforeEach, describe, expect, test } from "vitest";
import * as mails from "#app/features/accounts/mails.server.ts";
import { db } from "#app/platform/db.server.ts";
import { faultsOf } from "#tests/support/axe.ts";
import { expectNoSidewaysScroll, hydrated, toast } from "#tests/support/browser.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { findRow } from "#tests/support/rows.ts";
import { openShop } from "#tests/support/shop.ts";

const shop = openShop();

describe("the mails of the shop", () => {
  const AT = new Date("2026-11-20T15:04:05Z");
  const LONG = {
    id: "01890000-0000-7000-8000-000000000001",
    email: "w@example.com",
    username: "W".repeat(40),
  };
  const DONE = { at: AT, device: "Firefox on Linux", address: "203.0.113.…" };

  test("can be read in light and dark, and fit the smallest phone", async () => {
    const { page } = await shop.openAs(null, { viewport: { width: 320, height: 800 } });
    // German has the longest words.
    const to = { ...LONG, language: "de" };
    const letters = [
      mails.verificationMail(to, { token: "t".repeat(300), next: "/sell", providers: ["Facebook"] }),
      mails.codeMail(to, { code: "123456", purpose: "sign-in", minutes: 10 }),
      mails.newDeviceMail(to, DONE),
      mails.emailApprovalMail(to, {
        newEmail: `${"a".repeat(60)}@${"b".repeat(60)}.example`,
        path: "/x",
      }),
    ];
    for (const { html, subject } of letters) {
      await page.setContent(html);
      for (const [colorScheme, ground] of [
        ["light", "rgb(248, 246, 240)"],
        ["dark", "rgb(11, 29, 36)"],
      ] as const) {
        await page.emulateMedia({ colorScheme });
        const shown = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
        await expect.poll(shown).toBe(ground);
        const faults = await faultsOf(page, { tags: ["wcag2a", "wcag2aa", "wcag22aa"] });
        expect(faults, `${subject}, ${colorScheme}`).toEqual([]);
      }
      await expectNoSidewaysScroll(page);
    }
  });
});

describe("the profile", () => {
  let owner: Person;

  beforeEach(async () => {
    owner = await person("owner");
  });

  async function open(device: Parameters<typeof shop.openAs>[1] = "desktop"): Promise<Page> {
    const { page } = await shop.openAs(owner, device);
    await page.goto("/profile");
    return page;
  }

  const stored = () => findRow("profiles", { id: owner.viewer.id });

  const save = (page: Page) => page.getByRole("button", { name: "Save profile" }).click();

  /** A picture of 600 x 300 pixels, red on the left and blue on the right. */
  async function picture(): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
    const half = { create: { width: 300, height: 300, channels: 3, background: "#d01414" } } as const;
    const buffer = await sharp({ create: { width: 600, height: 300, channels: 3, background: "#1414d0" } })
      .composite([{ input: await sharp(half).png().toBuffer(), left: 0, top: 0 }])
      .jpeg()
      .toBuffer();
    return { name: "me.jpg", mimeType: "image/jpeg", buffer };
  }

  /** The colour that dominates the header's picture. */
  async function headerColour(page: Page): Promise<"red" | "blue"> {
    const src = await page.locator("header img[src^='/photos/']").first().getAttribute("src");
    const body = await (await page.request.get(src ?? "")).body();
    const [r = 0, , b = 0] = await sharp(body).resize(1, 1).removeAlpha().raw().toBuffer();
    return r > b ? "red" : "blue";
  }

  test("has a form that says while typing whether a name is free, works on a phone, and keeps its input when the session ended", async () => {
    const other = await person("other");
    const page = await open("phone");
    const field = page.getByLabel("Username");
    await field.fill(other.viewer.username.toUpperCase());
    await page.getByText("Username already taken").waitFor();
    await field.fill("Admin");
    await page.getByText("This name is reserved").waitFor();
    await save(page);
    await expect.poll(() => field.getAttribute("aria-invalid")).toBe("true");
    expect(await page.getByText(/^This name is reserved/).count()).toBe(1);
    const fresh = `Fresh ${owner.viewer.username}`;
    await field.fill(fresh);
    await page.getByText(`${fresh} is available.`).waitFor();

    await page.getByLabel("Full name").fill("Anna Bell");
    await page.getByLabel("Shipping address").fill("Baan 1\nAmsterdam");
    await page.getByRole("button", { name: "Same as shipping address" }).click();
    await expect.poll(() => page.getByLabel("Billing address").inputValue()).toBe("Baan 1\nAmsterdam");
    await save(page);
    await toast(page, "Your profile has been updated.").waitFor();
    await page.getByRole("main").getByText(fresh, { exact: true }).first().waitFor();
    expect(await stored()).toMatchObject({
      username: fresh,
      full_name: "Anna Bell",
      shipping_address: "Baan 1\nAmsterdam",
      billing_address: "Baan 1\nAmsterdam",
    });
    // A second save must send the new version of the profile, or it would be refused as a conflict.
    await page.getByLabel("Phone").fill("12345");
    await save(page);
    await expect.poll(async () => (await stored()).phone).toBe("12345");

    await page.reload();
    await page.getByLabel("Full name").fill("An hour's work");
    await db().deleteFrom("sessions").where("user_id", "=", owner.viewer.id).execute();
    await save(page);
    await page.getByText("User not authenticated").waitFor();
    expect(await page.getByLabel("Full name").inputValue()).toBe("An hour's work");
    expect((await stored()).full_name).toBe("Anna Bell");
  });

  test("has a picture that is cropped by mouse and keyboard, is shown in the header, and can be removed; a file that is no picture is refused in the dialog", async () => {
    const page = await open();
    await page.getByLabel("Full name").fill("Not saved yet");
    await page.getByLabel("Picture file").setInputFiles(await picture());
    const dialog = page.getByRole("dialog", { name: "Crop your picture" });
    await dialog.waitFor();
    const area = dialog.getByRole("group", { name: "Visible part of the picture" });
    await area.waitFor();
    // The picture is moved to the right as far as possible, so its left half is visible.
    const box = (await area.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 600, y, { steps: 8 });
    await page.mouse.up();
    await dialog.getByRole("button", { name: "Save picture" }).click();
    await toast(page, "Your picture has been updated.").waitFor();
    await dialog.waitFor({ state: "detached" });
    await expect.poll(() => headerColour(page)).toBe("red");
    expect(await page.getByLabel("Full name").inputValue()).toBe("Not saved yet");

    await page.getByLabel("Picture file").setInputFiles(await picture());
    await area.waitFor();
    await dialog.getByLabel("Zoom").fill("2");
    await area.focus();
    for (let n = 0; n < 60; n += 1) await page.keyboard.press("ArrowLeft");
    await dialog.getByRole("button", { name: "Save picture" }).click();
    await dialog.waitFor({ state: "detached" });
    await expect.poll(() => headerColour(page)).toBe("blue");

    await page.getByRole("button", { name: "Remove picture" }).click();
    await toast(page, "Your picture has been removed.").waitFor();
    expect((await stored()).avatar_url).toBeNull();

    const none = { name: "a.jpg", mimeType: "image/jpeg", buffer: Buffer.from("no picture at all") };
    await page.getByLabel("Picture file").setInputFiles(none);
    await page.getByText("This browser cannot show this picture.").waitFor();
    await page.getByRole("button", { name: "Save picture" }).click();
    await page.getByRole("dialog").getByRole("alert").waitFor();
    expect((await stored()).avatar_url).toBeNull();
  });
});

describe("leaving the shop", () => {
  const LEFT =
    "This user has deleted their account. You can still read this conversation, but you cannot reply.";

  let seller: Person;
  let buyer: Person;
  let path: string;

  beforeEach(async () => {
    [seller, buyer] = [await person("seller"), await person("buyer")];
    path = `/rackets/${(await racketOf(seller, { name: "Blade 98" })).id}`;
  });

  const field = (page: Page) => page.getByRole("textbox", { name: "Message" });
  const usernameField = (page: Page) => page.getByRole("textbox", { name: /To confirm, type your username/ });
  const deleteButton = (page: Page) => page.getByRole("button", { name: "Delete my account" });

  async function askSeller(page: Page): Promise<void> {
    await page.goto(path);
    await hydrated(page);
    await page.getByRole("button", { name: "Chat", exact: true }).click();
    await field(page).fill("Is it still there?");
    await field(page).press("Enter");
    await page.getByRole("log").getByText("Is it still there?").waitFor();
  }

  describe("by deleting an account", () => {
    test("is immediately visible to the other person in the chat dialog and on the page of their conversation, and then in the list of conversations; the page of the listing is gone", async () => {
      const [dialog, leaving] = [await shop.openAs(buyer), await shop.openAs(seller)];
      await askSeller(dialog.page);
      const thread = await dialog.context.newPage();
      await thread.goto("/messages");
      await thread.getByRole("link", { name: /Blade 98/ }).click();
      await thread.getByRole("heading", { name: seller.viewer.username }).waitFor();
      await field(thread).fill("Half a sentence");
      const second = await leaving.context.newPage();
      await second.goto("/my-listings");
      await hydrated(second);

      const { page } = leaving;
      // Only the tab in front renders.
      await page.bringToFront();
      await page.goto("/profile/security");
      await hydrated(page);
      await page.getByRole("link", { name: /Delete your account/ }).click();
      await usernameField(page).fill("somebody");
      await deleteButton(page).click();
      await page.getByRole("link", { name: /That is not your username\. Nothing was deleted/ }).waitFor();
      expect(await usernameField(page).inputValue()).toBe("somebody");
      await usernameField(page).fill(seller.viewer.username);
      await deleteButton(page).dblclick();
      await page.waitForURL((url) => url.pathname === "/");
      await toast(page, "Your account has been deleted").waitFor();
      await page
        .getByRole("link", { name: /Sign in/i })
        .first()
        .waitFor();
      await second.waitForURL((url) => url.pathname === "/auth");

      for (const chatPage of [thread, dialog.page]) {
        await chatPage.getByText(LEFT).waitFor();
        await chatPage.getByRole("heading", { name: "Deleted user" }).waitFor();
        expect(await field(chatPage).count()).toBe(0);
        expect(await chatPage.getByRole("link", { name: seller.viewer.username }).count()).toBe(0);
      }
      await thread.reload();
      await thread.getByText(LEFT).waitFor();
      await thread.getByRole("log").getByText("Is it still there?").waitFor();
      await thread.goto("/messages");
      await thread.getByRole("link", { name: /Deleted user/ }).waitFor();
      expect((await thread.goto(path))?.status()).toBe(410);
      expect((await thread.goto(`/sellers/${seller.viewer.username}`))?.status()).toBe(404);
    });
  });
});
