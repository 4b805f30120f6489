import { sql } from "kysely";
import type { Page } from "playwright-core";
import sharp from "sharp";
import { beforeEach, describe, expect, test } from "vitest";
import { db } from "#app/platform/db.server.ts";
import { expectNoFaults } from "#tests/support/axe.ts";
import { hydrated, toast } from "#tests/support/browser.ts";
import { type Person, person } from "#tests/support/people.ts";
import { openShop } from "#tests/support/shop.ts";

const shop = openShop();
let owner: Person;

beforeEach(async () => {
  owner = await person("owner");
});

async function open(path = "/profile", device: Parameters<typeof shop.as>[1] = "desk"): Promise<Page> {
  const { page } = await shop.as(owner, device);
  await page.goto(path);
  await hydrated(page);
  return page;
}

async function stored(of = owner) {
  return db().selectFrom("profiles").selectAll().where("id", "=", of.viewer.id).executeTakeFirstOrThrow();
}

const save = (page: Page) => page.getByRole("button", { name: "Save profile" }).click();

/** 600 x 300, red on the left and blue on the right. */
async function picture(): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const half = { create: { width: 300, height: 300, channels: 3, background: "#d01414" } } as const;
  const buffer = await sharp({ create: { width: 600, height: 300, channels: 3, background: "#1414d0" } })
    .composite([{ input: await sharp(half).png().toBuffer(), left: 0, top: 0 }])
    .jpeg()
    .toBuffer();
  return { name: "me.jpg", mimeType: "image/jpeg", buffer };
}

/** The colour in the middle of the picture that the header shows. */
async function headerColour(page: Page): Promise<"red" | "blue"> {
  const src = await page.locator("header img[src^='/photos/']").first().getAttribute("src");
  const body = await (await page.request.get(src ?? "")).body();
  const [r = 0, , b = 0] = await sharp(body).resize(1, 1).removeAlpha().raw().toBuffer();
  return r > b ? "red" : "blue";
}

async function axe(path: string): Promise<void> {
  const page = await open(path);
  await expectNoFaults(page);
}

test("three tabs, each at its address, without faults [A2.55]", async () => {
  const page = await open();
  const tabs = page.getByRole("navigation", { name: "Parts of your profile" });
  for (const [name, path] of [
    ["Security", "/profile/security"],
    ["Reviews", "/profile/reviews"],
    ["Profile", "/profile"],
  ] as const) {
    await tabs.getByRole("link", { name }).click();
    await page.waitForURL((url) => url.pathname === path);
    await tabs.locator("[aria-current=page]", { hasText: name }).waitFor();
  }
  for (const path of ["/profile", "/profile/reviews", "/profile/email", "/profile/email/link?token=dead"])
    await axe(path);
});

describe("the form", () => {
  test("is filled in on a phone, and greets with a toast", async () => {
    const page = await open("/profile", "phone");
    await page.getByLabel("Full name").fill("Anna Bell");
    await page.getByLabel("Shipping address").fill("Baan 1\nAmsterdam");
    await page.getByRole("button", { name: "Same as shipping" }).click();
    await expect.poll(() => page.getByLabel("Billing address").inputValue()).toBe("Baan 1\nAmsterdam");
    await save(page);
    await toast(page, "Your profile has been updated.").waitFor();
    expect(await stored()).toMatchObject({
      full_name: "Anna Bell",
      shipping_address: "Baan 1\nAmsterdam",
      billing_address: "Baan 1\nAmsterdam",
    });
    // Once more, from where it is now.
    await page.getByLabel("Phone").fill("12345");
    await save(page);
    await expect.poll(async () => (await stored()).phone).toBe("12345");
  });

  test("says while one types whether a name is free, and takes it", async () => {
    const other = await person("other");
    const page = await open();
    const field = page.getByLabel("Username");
    await field.fill(other.viewer.username.toUpperCase());
    await page.getByText("Username already taken").waitFor();
    await field.fill("Admin");
    await page.getByText("This name is reserved").waitFor();
    await save(page);
    // Refused, the field says it, and nothing says it a second time.
    await expect.poll(() => field.getAttribute("aria-invalid")).toBe("true");
    expect(await page.getByText("This name is reserved").count()).toBe(1);
    await field.fill(`Fresh ${owner.viewer.username}`);
    await page.getByText(`Fresh ${owner.viewer.username} is free.`).waitFor();
    await save(page);
    await page.getByRole("heading", { level: 1, name: `Fresh ${owner.viewer.username}` }).waitFor();
  });

  test("two tabs: the later one is told and loses nothing", async () => {
    const [first, second] = [await open(), await open()];
    await first.getByLabel("Full name").fill("From the first");
    await save(first);
    await toast(first, "Your profile has been updated.").waitFor();
    await second.getByLabel("Full name").fill("From the second");
    await save(second);
    await second.getByText("Your profile was changed in the meantime").waitFor();
    await second.getByText("Stored now: From the first").waitFor();
    expect(await second.getByLabel("Full name").inputValue()).toBe("From the second");
    expect((await stored()).full_name).toBe("From the first");
    await expectNoFaults(second);
    await save(second);
    await expect.poll(async () => (await stored()).full_name).toBe("From the second");
  });

  test.each([true, false])(
    "a session that ended keeps what was typed (JavaScript: %s)",
    async (javaScriptEnabled) => {
      const { page } = await shop.as(owner, { javaScriptEnabled });
      await page.goto("/profile");
      if (javaScriptEnabled) await hydrated(page);
      await page.getByLabel("Full name").fill("An hour's work");
      await db().deleteFrom("sessions").where("user_id", "=", owner.viewer.id).execute();
      await save(page);
      await page.getByText("User not authenticated").waitFor();
      expect(await page.getByLabel("Full name").inputValue()).toBe("An hour's work");
      expect((await stored()).full_name).toBeNull();
    },
  );

  test("works without JavaScript", async () => {
    const { page } = await shop.as(owner, { javaScriptEnabled: false });
    await page.goto("/profile");
    await page.getByLabel("Phone").fill("x".repeat(51));
    await page.getByLabel("Full name").fill("Plain");
    await save(page);
    await page.getByText("At most 50 characters fit here.").waitFor();
    expect(await page.getByLabel("Full name").inputValue()).toBe("Plain");
    await page.getByLabel("Phone").fill("1");
    await page.getByLabel("Picture file").setInputFiles(await picture());
    await save(page);
    await expect.poll(async () => (await stored()).full_name).toBe("Plain");
    await page.getByLabel("Picture file").setInputFiles(await picture());
    await page.getByRole("button", { name: "Save picture" }).click();
    await page.getByRole("button", { name: "Remove picture" }).waitFor();
    expect((await stored()).avatar_url).not.toBeNull();
  });
});

describe("the picture", () => {
  test("is cut by mouse and keyboard, stands in the header, and goes", async () => {
    const page = await open();
    await page.getByLabel("Full name").fill("Not saved yet");
    await page.getByLabel("Picture file").setInputFiles(await picture());
    const dialog = page.getByRole("dialog", { name: "Choose what is seen" });
    await dialog.waitFor();
    const area = dialog.getByRole("group", { name: "Part of the picture that is seen" });
    await area.waitFor();
    // The picture goes to the right as far as it can: its left half is seen.
    const box = (await area.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 600, y, { steps: 8 });
    await page.mouse.up();
    await expectNoFaults(page);
    await dialog.getByRole("button", { name: "Save picture" }).click();
    await toast(page, "Your picture has been updated.").waitFor();
    await dialog.waitFor({ state: "detached" });
    expect(await headerColour(page)).toBe("red");
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
  });

  test("that is none is refused where it was chosen", async () => {
    const page = await open("/profile", "phone");
    const buffer = Buffer.from("no picture at all");
    await page.getByLabel("Picture file").setInputFiles({ name: "a.jpg", mimeType: "image/jpeg", buffer });
    await page.getByText("This browser cannot show this picture.").waitFor();
    await page.getByRole("button", { name: "Save picture" }).click();
    await page.getByRole("dialog").getByRole("alert").waitFor();
    expect((await stored()).avatar_url).toBeNull();
  });
});

test("another address goes from the form through both mailboxes", async () => {
  const { page, faults } = await shop.as(owner, "phone");
  await page.goto("/profile");
  await hydrated(page);
  const to = `new.${owner.viewer.username}@example.com`;
  await page.getByLabel("Email", { exact: true }).fill(to);
  await save(page);
  await page.waitForURL((url) => url.pathname === "/profile/email");
  await expect.poll(() => page.getByLabel("New email address").inputValue()).toBe(to);
  await page.getByRole("button", { name: "Send the link" }).click();
  await page.getByText(`We sent a link to ${owner.viewer.email}.`).waitFor();
  // Opened anew, the page is what the server sent: a form in a paragraph would be torn out of it.
  await page.reload();
  await hydrated(page);
  await page.getByRole("button", { name: "Cancel" }).waitFor();
  expect(faults).toEqual([]);
  for (const [recipient, button] of [
    [owner.viewer.email, "Approve"],
    [to, "Use this address"],
  ] as const) {
    await expect
      .poll(() => db().selectFrom("mails").select("id").where("recipient", "=", recipient).executeTakeFirst())
      .toBeDefined();
    const mail = await db()
      .selectFrom("mails")
      .select("text")
      .where("recipient", "=", recipient)
      .executeTakeFirstOrThrow();
    await page.goto(/https?:\/\/\S+/.exec(mail.text)?.[0] ?? "");
    await hydrated(page);
    await page.getByRole("button", { name: button }).click();
    await page.waitForURL((url) => url.pathname === "/profile");
  }
  await toast(page, `Your email address is now ${to}.`).waitFor();
  expect((await stored()).email).toBe(to);
});

test("what cannot be read is said, in the specification's words [A8.11 A8.14]", async () => {
  const { page } = await shop.as(owner);
  for (const [broken, mend, path, text] of [
    [
      "alter table profiles rename phone to away",
      "alter table profiles rename away to phone",
      "/profile",
      "Failed to load profile data.",
    ],
    [
      "alter view visible_reviews rename to away",
      "alter view away rename to visible_reviews",
      "/profile/reviews",
      "Failed to load reviews.",
    ],
  ] as const) {
    await sql.raw(broken).execute(db());
    try {
      await page.goto(path);
      await page.getByRole("alert").getByText(text).waitFor();
      await expectNoFaults(page);
    } finally {
      await sql.raw(mend).execute(db());
    }
  }
});
