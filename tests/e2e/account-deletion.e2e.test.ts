import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import type { Page } from "playwright-core";
import { beforeEach, describe, expect, test } from "vitest";
import yauzl from "yauzl";
import { expectNoFaults } from "#tests/support/axe.ts";
import { hydrated, toast } from "#tests/support/browser.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { openShop } from "#tests/support/shop.ts";

const LEFT =
  "This person deleted their account. You can still read this conversation, but no longer write in it.";

const shop = openShop();
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

/** The buyer asks, and looks at the answer that does not come. */
async function asked(page: Page): Promise<void> {
  await page.goto(path);
  await hydrated(page);
  await page.getByRole("button", { name: "Chat", exact: true }).click();
  await field(page).fill("Is it still there?");
  await field(page).press("Enter");
  await page.getByRole("log").getByText("Is it still there?").waitFor();
}

describe("deleting an account", () => {
  test("is seen by the other of a conversation at once, in the dialog, on its page and in the list", async () => {
    const [dialog, leaving] = [await shop.as(buyer), await shop.as(seller)];
    await asked(dialog.page);
    const thread = await dialog.context.newPage();
    await thread.goto("/messages");
    await thread.getByRole("link", { name: /Blade 98/ }).click();
    await thread.getByRole("heading", { name: seller.viewer.username }).waitFor();
    await field(thread).fill("Half a sentence");
    const second = await leaving.context.newPage();
    await second.goto("/my-listings");
    await hydrated(second);

    const { page } = leaving;
    // Behind another tab a page draws nothing, and its colours do not change.
    await page.bringToFront();
    await page.goto("/profile/security");
    await hydrated(page);
    await page.getByRole("link", { name: /Delete your account/ }).click();
    await usernameField(page).fill("somebody");
    await deleteButton(page).click();
    await page.getByText(/That is not your username\. Nothing was deleted/).waitFor();
    expect(await usernameField(page).inputValue()).toBe("somebody");
    await expectNoFaults(page);
    await usernameField(page).fill(seller.viewer.username);
    await deleteButton(page).dblclick();
    await page.waitForURL((url) => url.pathname === "/");
    await toast(page, "Your account was deleted").waitFor();
    await page
      .getByRole("link", { name: /Sign in/i })
      .first()
      .waitFor();
    // The other tab hears of it.
    await second.waitForURL((url) => url.pathname === "/auth");

    for (const there of [thread, dialog.page]) {
      await there.getByText(LEFT).waitFor();
      await there.getByRole("heading", { name: "Deleted user" }).waitFor();
      expect(await field(there).count()).toBe(0);
      expect(await there.getByRole("link", { name: seller.viewer.username }).count()).toBe(0);
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

test.each([["desk"], ["phone"]] as const)(
  "everything about oneself is saved as one ZIP on a %s",
  async (device) => {
    const { page } = await shop.as(seller, device);
    await page.goto("/profile/security");
    await hydrated(page);
    await page.getByRole("link", { name: "To the download" }).click();
    await page.getByRole("heading", { name: "Download everything about you" }).waitFor();
    await expectNoFaults(page);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download the ZIP file" }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^second-serve-\d{4}-\d\d-\d\d\.zip$/);
    const zip = await yauzl.fromBufferPromise(await readFile(await download.path()));
    const names: string[] = [];
    for await (const entry of zip.eachEntry()) {
      names.push(entry.fileName);
      const said = JSON.parse(await text(await zip.openReadStreamPromise(entry)));
      expect(said).toMatchObject({
        profile: { username: seller.viewer.username },
        listings: [{ name: "Blade 98" }],
      });
    }
    expect(names).toEqual(["second-serve.json"]);
    // The page stays, for whoever wants it again.
    expect(new URL(page.url()).pathname).toBe("/profile/download");
  },
);
