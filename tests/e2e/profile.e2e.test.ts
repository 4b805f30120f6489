import type { Page } from "playwright-core";
import sharp from "sharp";
import { beforeEach, expect, test } from "vitest";
import { db } from "#app/platform/db.server.ts";
import { toast } from "#tests/support/browser.ts";
import { type Person, person } from "#tests/support/people.ts";
import { openShop } from "#tests/support/shop.ts";

const shop = openShop();
let owner: Person;

beforeEach(async () => {
  owner = await person("owner");
});

async function open(device: Parameters<typeof shop.as>[1] = "desk"): Promise<Page> {
  const { page } = await shop.as(owner, device);
  await page.goto("/profile");
  return page;
}

const stored = () =>
  db().selectFrom("profiles").selectAll().where("id", "=", owner.viewer.id).executeTakeFirstOrThrow();

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

test("the form says while one types whether a name is free, is filled in on a phone, and keeps what was typed when the session ended", async () => {
  const other = await person("other");
  const page = await open("phone");
  const field = page.getByLabel("Username");
  await field.fill(other.viewer.username.toUpperCase());
  await page.getByText("Username already taken").waitFor();
  await field.fill("Admin");
  await page.getByText("This name is reserved").waitFor();
  await save(page);
  // Refused, the field says it, and nothing says it a second time.
  await expect.poll(() => field.getAttribute("aria-invalid")).toBe("true");
  expect(await page.getByText("This name is reserved").count()).toBe(1);
  const fresh = `Fresh ${owner.viewer.username}`;
  await field.fill(fresh);
  await page.getByText(`${fresh} is free.`).waitFor();

  await page.getByLabel("Full name").fill("Anna Bell");
  await page.getByLabel("Shipping address").fill("Baan 1\nAmsterdam");
  await page.getByRole("button", { name: "Same as shipping" }).click();
  await expect.poll(() => page.getByLabel("Billing address").inputValue()).toBe("Baan 1\nAmsterdam");
  await save(page);
  await toast(page, "Your profile has been updated.").waitFor();
  await page.getByRole("heading", { level: 1, name: fresh }).waitFor();
  expect(await stored()).toMatchObject({
    username: fresh,
    full_name: "Anna Bell",
    shipping_address: "Baan 1\nAmsterdam",
    billing_address: "Baan 1\nAmsterdam",
  });
  // Once more, from where it is now.
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

test("the picture is cut by mouse and keyboard, stands in the header, and goes; one that is none is refused where it was chosen", async () => {
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

  const none = { name: "a.jpg", mimeType: "image/jpeg", buffer: Buffer.from("no picture at all") };
  await page.getByLabel("Picture file").setInputFiles(none);
  await page.getByText("This browser cannot show this picture.").waitFor();
  await page.getByRole("button", { name: "Save picture" }).click();
  await page.getByRole("dialog").getByRole("alert").waitFor();
  expect((await stored()).avatar_url).toBeNull();
});
