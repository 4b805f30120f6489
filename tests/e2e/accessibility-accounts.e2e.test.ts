import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { unsubscribeLink } from "#app/features/accounts/mail-preferences.server.ts";
import { setBlockedIn } from "#app/features/rooms/blocking.server.ts";
import { openRoom, sendMessage } from "#app/features/rooms/commands.server.ts";
import { faultsInStates, type States } from "#tests/support/axe.ts";
import { noticeFor } from "#tests/support/notices.ts";
import { orderOf } from "#tests/support/orders.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { pictureFile } from "#tests/support/photos.ts";
import { updateRows } from "#tests/support/rows.ts";
import { openShop } from "#tests/support/shop.ts";
import { totp } from "#tests/support/totp.ts";

// Checks states of account pages that the crawl does not reach: dialogs, forms with errors, very long words.
const shop = openShop({ GOOGLE_CLIENT_ID: "of-a-test", GOOGLE_CLIENT_SECRET: "of-a-test" });
let seller: Person;
let buyer: Person;
let racket: { type: string; id: string };
let room: string;
let blocked: string;

beforeAll(async () => {
  [seller, buyer] = [await person("seller"), await person("buyer")];
  const longest = await person("longest");
  await updateRows("profiles", { id: longest.viewer.id }, { username: `שלום${"ארוך".repeat(6)}` });
  racket = await racketOf(seller);
  room = await openRoom(buyer.viewer, racket);
  const say = (who: Person, roomId: string, message: string) =>
    sendMessage(who.viewer, roomId, { clientId: randomUUID(), message });
  await say(buyer, room, "x".repeat(2000));
  await orderOf({ seller, buyer, listing: racket, roomId: room, sold: true });
  blocked = await openRoom(longest.viewer, racket);
  await say(longest, blocked, "Would you take less?");
  await setBlockedIn(seller.viewer, blocked, true);
  await noticeFor(buyer, `${"Donaudampfschifffahrt".repeat(12)} <b>🎾</b>`, {
    searchQuery: "x".repeat(150),
    path: "/rackets",
  });
  await noticeFor(buyer, "مرحبا، السعر أقل الآن", { read: true });
});

const openBell = async (page: Page) => {
  await page.goto("/help");
  await page
    .getByRole("banner")
    .getByRole("link", { name: /^notifications/i })
    .click();
  await page.getByRole("dialog", { name: "Notifications" }).waitFor();
};

const STATES: Readonly<Record<"seller" | "buyer" | "visitor", States>> = {
  seller: {
    "a conversation beside the list, with the longest words and a deal": (page) =>
      page.goto(`/messages/${room}`),
    "the dialog that asks before somebody is blocked in that conversation": async (page) => {
      await page.getByRole("button", { name: "Options for this conversation" }).click();
      await page.getByRole("menuitem", { name: /^Block / }).click();
      await page.getByRole("alertdialog").waitFor();
    },
    "a blocked conversation with the longest name, found by a search": (page) =>
      page.goto(`/messages/${blocked}?q=take`),
    "the backup codes of a second factor": async (page) => {
      await page.goto("/profile/security/two-factor");
      await page.getByRole("button", { name: "Start" }).click();
      const app = page.getByRole("link", { name: "Open the app on this device" });
      await page.getByLabel("Six-digit code").fill(totp((await app.getAttribute("href")) ?? ""));
      await page.getByRole("button", { name: "Turn on" }).click();
      await page.getByText("Two-step verification is on").waitFor();
    },
  },
  buyer: {
    "the chat dialog, with a picture to send": async (page) => {
      await page.goto(`/rackets/${racket.id}`);
      await page.getByRole("button", { name: "Chat", exact: true }).click();
      const buffer = Buffer.from(await pictureFile());
      await page
        .getByRole("dialog")
        .locator("input[type=file]")
        .setInputFiles({ name: "1.jpg", mimeType: "image/jpeg", buffer });
      await page.getByRole("button", { name: "Remove photo 1" }).waitFor();
      await page.getByRole("dialog").getByRole("button", { name: "Confirm" }).waitFor();
    },
    "notifications with the longest words": (page) => page.goto("/notifications"),
    "the panel of notifications": async (page) => {
      await openBell(page);
      await page.getByRole("dialog").getByRole("article").nth(1).waitFor();
    },
    "the panel of notifications, with conversations": async (page) => {
      await page.getByRole("tab", { name: "Messages" }).click();
      await page.getByRole("dialog").getByRole("heading", { name: "Recent Conversations" }).waitFor();
    },
    "a profile picture that is being cropped": async (page) => {
      await page.goto("/profile");
      const buffer = Buffer.from(await pictureFile());
      await page.getByLabel("Picture file").setInputFiles({ name: "me.jpg", mimeType: "image/jpeg", buffer });
      await page.getByRole("group", { name: "Visible part of the picture" }).waitFor();
    },
    "the form for account deletion with a wrong username": async (page) => {
      await page.goto("/profile/delete");
      await page.getByRole("textbox", { name: /To confirm, type your username/ }).fill("somebody");
      await page.getByRole("button", { name: "Delete my account" }).click();
      await page.getByRole("link", { name: /That is not your username/ }).waitFor();
    },
    "the form for an API key without a name": async (page) => {
      await page.goto("/profile/security/keys");
      await page.getByRole("button", { name: "Make key" }).click();
      await page.getByRole("link", { name: "Please give the key a name." }).waitFor();
    },
    "an API key that was just made": async (page) => {
      await page.getByLabel("Name of the key").fill("Donaudampfschifffahrt".repeat(2));
      await page.getByLabel("Send messages in your name").check();
      await page.getByRole("button", { name: "Make key" }).click();
      await page.getByText("You will not see it again").waitFor();
    },
    "the question before that key is revoked": async (page) => {
      await page.getByRole("link", { name: /^Revoke:/ }).click();
      await page.getByRole("alertdialog").waitFor();
    },
    "a review without stars": async (page) => {
      await page.goto(`/orders/${await orderOf({ seller, buyer, state: "received" })}/review`);
      await page.getByRole("button", { name: "Submit review" }).click();
      await page.getByRole("link", { name: "Please choose a number of stars" }).waitFor();
    },
  },
  visitor: {
    "a wrong code to sign in": async (page) => {
      await page.goto("/auth/code");
      await page.getByLabel("Email or phone number").fill("somebody@example.com");
      await page.getByRole("button", { name: "Send me a code" }).click();
      await page.getByLabel("Six-digit code").fill("000000");
      await page.getByRole("button", { name: "Sign In" }).click();
      await page.getByRole("link", { name: /^This code is wrong/ }).waitFor();
    },
    "the form to sign up with faults, and the error message of a provider": async (page) => {
      await page.goto("/auth?mode=signup&error=access_denied&error_description=Not+today");
      await page.getByRole("button", { name: "Continue with Google" }).waitFor();
      await page.getByRole("button", { name: "Create Account" }).click();
      await page.getByLabel("Username").and(page.locator("[aria-invalid=true]")).waitFor();
    },
    "the page that unsubscribes from mails": async (page) => {
      const { id: userId } = buyer.viewer;
      await page.goto(unsubscribeLink({ userId, topic: "account" }, "en-GB"));
      await page.getByRole("button", { name: /^Turn (off these emails|these emails back on)$/ }).waitFor();
    },
  },
};

test.each(["seller", "buyer", "visitor"] as const)(
  "axe finds no fault in the listed page states of a %s",
  async (who) => {
    const { page } = await shop.openAs({ seller, buyer, visitor: null }[who]);
    expect(await faultsInStates(page, STATES[who])).toEqual([]);
  },
);
