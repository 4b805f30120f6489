import type { Page } from "playwright-core";
import sharp from "sharp";
import { expect, test, vi } from "vitest";
import { db } from "#app/platform/db.server.ts";
import { expectNoSidewaysScroll, hydrated } from "#tests/support/browser.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { findRow, findRows, updateRows } from "#tests/support/rows.ts";
import { openShop } from "#tests/support/shop.ts";

const shop = openShop();
let seller: Person;

type File = { name: string; mimeType: string; buffer: Buffer };

let pictures = 0;

/** A JPEG of one colour, different on each call. */
async function jpeg(name: string): Promise<File> {
  pictures += 1;
  const background = { r: (pictures * 67) % 256, g: (pictures * 41) % 256, b: pictures % 256 };
  const picture = sharp({ create: { width: 900, height: 1200, channels: 3, background } });
  return { name, mimeType: "image/jpeg", buffer: await picture.jpeg().toBuffer() };
}

async function pageOf(path: string, device?: Parameters<typeof shop.openAs>[1]): Promise<Page> {
  seller = await person("seller");
  const { page } = await shop.openAs(seller, device);
  await page.goto(path);
  return page;
}

const sellForm = () => pageOf("/sell/racket");
const pick = (page: Page, ...files: File[]) => page.locator("input[type=file]").setInputFiles(files);
const tiles = (page: Page) => page.getByRole("button", { name: /^Photo \d+ of \d+$/ });
const toast = (page: Page) => page.locator("[data-toast]");

/** Like `vi.waitFor`, whose default timeout of a second is too short on a slow network. */
const until = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 30_000 });

/** The ids of the photos in the form, in order. */
const sent = (page: Page) =>
  page
    .locator("input[name=photo]")
    .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));

async function untilSent(page: Page, count: number): Promise<string[]> {
  await until(async () => expect(await sent(page)).toHaveLength(count));
  return sent(page);
}

test("the order of photos is changed by mouse, by keyboard and by menu, and the first is the main photo [M2.24 W2.1.1 W2.5.7]", async () => {
  const page = await sellForm();
  await pick(page, await jpeg("a.jpg"), await jpeg("b.jpg"), await jpeg("c.jpg"));
  const [a = "", b = "", c = ""] = await untilSent(page, 3);
  const first = page.locator("fieldset li").first();
  await first.getByText("Main photo").waitFor();

  await page.getByRole("button", { name: "Order of photo 3" }).click();
  await page.getByRole("menuitem", { name: "Make main photo" }).click();
  await until(async () => expect(await sent(page)).toEqual([c, a, b]));

  await page.getByRole("button", { name: "Order of photo 1" }).click();
  await page.getByRole("menuitem", { name: "Move right" }).click();
  await until(async () => expect(await sent(page)).toEqual([a, c, b]));

  const [from, to] = [await tiles(page).nth(0).boundingBox(), await tiles(page).nth(2).boundingBox()];
  if (!from || !to) throw new Error("The page shows no photos.");
  await page.mouse.move(from.x + 40, from.y + 90);
  await page.mouse.down();
  await page.mouse.move(to.x + 30, to.y + 80, { steps: 8 });
  await page.mouse.move(to.x + 50, to.y + 90, { steps: 4 });
  await page.mouse.up();
  await until(async () => expect(await sent(page)).toEqual([c, b, a]));

  await tiles(page).nth(0).focus();
  await page.keyboard.press("Space");
  await page.getByText("Photo 1 of 3 picked up.").waitFor({ state: "attached" });
  // The drag library attaches its keys and measures positions a frame later.
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))),
  );
  await page.keyboard.press("ArrowRight");
  await page.getByText("Now in position 2 of 3.").waitFor({ state: "attached" });
  await page.keyboard.press("Space");
  await until(async () => expect(await sent(page)).toEqual([b, c, a]));
});

test("a photo is removed and restored", async () => {
  const page = await sellForm();
  await pick(page, await jpeg("a.jpg"), await jpeg("b.jpg"));
  const [a = "", b = ""] = await untilSent(page, 2);
  await page.getByRole("button", { name: "Remove photo 1" }).click();
  expect(await untilSent(page, 1)).toEqual([b]);
  const undo = page.getByRole("button", { name: "Undo" });
  await until(async () =>
    expect(await undo.evaluate((button) => button === document.activeElement)).toBe(true),
  );
  await page.keyboard.press("Enter");
  expect(await untilSent(page, 2)).toEqual([a, b]);
  // A photo that can no longer be restored is deleted on the server as well.
  await page.getByRole("button", { name: "Remove photo 1" }).click();
  await page.getByRole("button", { name: "Remove photo 1" }).click();
  await untilSent(page, 0);
  await until(async () => {
    const left = await db().selectFrom("photos").select("id").where("id", "in", [a, b]).execute();
    expect(left).toEqual([{ id: b }]);
  });
});

test("the limits of photos are reported in the words of the specification [M5.24 M5.25 M8.13]", async () => {
  const page = await sellForm();
  const one = await jpeg("one.jpg");
  const many = Array.from({ length: 21 }, (_, n) => ({ ...one, name: `${n}.jpg` }));
  await pick(page, ...many);
  await toast(page).getByText("Too many images", { exact: true }).waitFor();
  await toast(page).getByText("You can only upload up to 20 images", { exact: true }).waitFor();
  expect(await sent(page)).toEqual([]);

  await pick(page, one, await jpeg("two.jpg"));
  await untilSent(page, 2);
  await pick(page, ...(await Promise.all(many.slice(0, 19).map(({ name }) => jpeg(name)))));
  await toast(page).getByText("You can only upload up to 20 images in total", { exact: true }).waitFor();

  await pick(page, { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("hello") });
  await toast(page).getByText("notes.txt: You can only add photos").waitFor();
  await pick(page, { ...one, name: "the same.jpg" });
  await toast(page).getByText("the same.jpg: This photo has already been added.").waitFor();
  expect(await sent(page)).toHaveLength(2);
});

test("a photo's upload shows its progress, can be cancelled, shows a message when it fails, and is retried", async () => {
  const page = await sellForm();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/photos", async (route) => {
    await released;
    await route.continue();
  });
  await pick(page, await jpeg("a.jpg"), await jpeg("b.jpg"));
  const bars = page.getByRole("progressbar");
  await bars.nth(1).waitFor();
  await page.getByRole("button", { name: "Cancel upload of photo 1" }).click();
  await until(async () => expect(await bars.count()).toBe(1));

  await page.getByRole("button", { name: "List Racket" }).click();
  await page.getByText("Please wait until all photos are uploaded.").waitFor();
  await page.getByRole("link", { name: "Second Serve" }).first().click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByText("Photos are still being uploaded.").waitFor();
  await dialog.getByRole("button", { name: "Stay" }).click();
  await dialog.waitFor({ state: "detached" });
  expect(new URL(page.url()).pathname).toBe("/sell/racket");
  release();
  await untilSent(page, 1);
  await page.unroute("**/photos");

  await page.route("**/photos", (route) => route.abort());
  await pick(page, await jpeg("c.jpg"));
  await page.getByText("The connection was lost. This photo was not uploaded.").first().waitFor();
  await page.unroute("**/photos");
  await page.getByRole("button", { name: "Try again" }).click();
  await untilSent(page, 2);

  await page.route("**/photos", (route) => route.abort());
  await pick(page, await jpeg("d.jpg"));
  await page.getByText("The connection was lost. This photo was not uploaded.").first().waitFor();
  await page.getByRole("button", { name: "List Racket" }).click();
  await page.getByText("Some photos were not uploaded.").waitFor();
  await page.getByRole("button", { name: "Remove photo 3" }).click();
  await page.getByText("Some photos were not uploaded.").waitFor({ state: "detached" });
});

test("a refused file is not in the list of photos, and the first accepted file is the main photo", async () => {
  const page = await sellForm();
  const whole = await jpeg("damaged.jpg");
  // The files are added one at a time, because only one toast is shown.
  await pick(page, { name: "notes.jpg", mimeType: "image/jpeg", buffer: Buffer.from("hello") });
  await toast(page).getByText("notes.jpg: You can only add photos").waitFor();
  await pick(page, { ...whole, buffer: whole.buffer.subarray(0, 2_000) });
  await toast(page).getByText("damaged.jpg: This photo is damaged or incomplete").waitFor();
  await page.route("**/photos", (route) => route.fulfill({ status: 413, body: "<h1>Too large</h1>" }));
  await pick(page, await jpeg("proxy.jpg"));
  await toast(page).getByText("proxy.jpg: This photo is too large to be uploaded here.").waitFor();
  await page.unroute("**/photos");
  await pick(page, await jpeg("good.jpg"));
  await untilSent(page, 1);
  await until(async () => expect(await tiles(page).count()).toBe(1));
  await page.getByText("1 of 20").waitFor();
  await page.locator("fieldset li").first().getByText("Main photo").waitFor();
});

test("a photo with more pixels than the server takes is made smaller in the browser", async () => {
  const page = await sellForm();
  // 64 megapixels.
  const picture = sharp({ create: { width: 9_143, height: 7_000, channels: 3, background: "#c06020" } });
  await pick(page, { name: "huge.png", mimeType: "image/png", buffer: await picture.png().toBuffer() });
  const [id = ""] = await untilSent(page, 1);
  const stored = await findRows("photos", { id }, ["width", "height"]);
  expect(stored).toEqual([{ width: 1280, height: 980 }]);
});

test("photos are added by drag and drop and by pasting", async () => {
  const page = await sellForm();
  const [dropped, pasted] = [await jpeg("dropped.jpg"), await jpeg("pasted.jpg")];
  const transfer = (file: File) =>
    page.evaluateHandle(
      ({ name, mimeType, base64 }) => {
        const data = new DataTransfer();
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        data.items.add(new File([bytes], name, { type: mimeType }));
        return data;
      },
      { ...file, base64: file.buffer.toString("base64") },
    );
  await hydrated(page);
  const suggestion = (name: string) => page.getByRole("button", { name, exact: true });
  // Grip's file dialog is opened, but no file is chosen: the photo dropped next counts for the first suggestion, Face.
  const chooser = page.waitForEvent("filechooser");
  await suggestion("Grip").click();
  await chooser;
  const dataTransfer = await transfer(dropped);
  await page.locator("fieldset").first().dispatchEvent("dragover", { dataTransfer });
  await page.getByText("Drop your photos here").waitFor();
  await page.locator("fieldset").first().dispatchEvent("drop", { dataTransfer });
  await untilSent(page, 1);
  await suggestion("Face").waitFor({ state: "detached" });
  await suggestion("Grip").waitFor();
  await (await transfer(pasted)).evaluate((clipboardData) => {
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
  });
  await untilSent(page, 2);
});

/** Creates a racket with uploaded photos. Returns the path of its page and the ids of the photos. */
async function racketWithPhotos(count: number): Promise<{ path: string; ids: string[] }> {
  seller = await person("seller");
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const { buffer } = await jpeg(`${n}.jpg`);
    const headers = { cookie: seller.cookie, origin: shop.server.url };
    const body = new Uint8Array(buffer);
    const answer = await fetch(`${shop.server.url}/photos`, { method: "POST", body, headers });
    expect(answer.status).toBe(200);
    ids.push(((await answer.json()) as { id: string }).id);
  }
  const { type, id } = await racketOf(seller, { name: "Blade 98" });
  for (const [position, photo] of ids.entries()) {
    await updateRows("photos", { id: photo }, { listing_type: type, listing_id: id, position });
  }
  return { path: `/rackets/${id}`, ids };
}

test("a racket's photos are selected by thumbnails and zoomed [M2.71 W2.5.1]", async () => {
  const { path } = await racketWithPhotos(3);
  const { page } = await shop.openAs(seller);
  await page.goto(path);
  const gallery = page.getByRole("region", { name: "Photos" });
  await gallery.getByText("1 / 3").waitFor();
  await gallery.getByRole("link", { name: "Show photo 3" }).click();
  await gallery.getByText("3 / 3").waitFor();
  await gallery.getByRole("button", { name: "Previous photo" }).click();
  await gallery.getByText("2 / 3").waitFor();

  await gallery.getByRole("link", { name: "Blade 98, photo 2 of 3" }).click();
  const zoom = page.locator(".pswp--open");
  await zoom.getByText("2 / 3").waitFor();
  expect(await zoom.getAttribute("aria-modal")).toBe("true");
  // The zoom view reacts to keys and presses only after it has opened and has the focus.
  const isOpened = () => page.waitForFunction(() => document.activeElement?.closest(".pswp"));
  await isOpened();
  await page.keyboard.press("ArrowRight");
  await zoom.getByText("3 / 3").waitFor();
  await page
    .getByRole("dialog", { name: /^Photos: / })
    .getByRole("status")
    .getByText("Photo 3 of 3")
    .waitFor({ state: "attached" });
  await page.keyboard.press("Escape");
  await zoom.waitFor({ state: "detached" });
  await gallery.getByText("3 / 3").waitFor();
  await page.waitForURL((url) => url.pathname === path && url.hash === "");

  // Back closes the zoom view and stays on the page; Forward opens it again.
  await gallery.getByRole("link", { name: "Blade 98, photo 3 of 3" }).click();
  await zoom.getByText("3 / 3").waitFor();
  await page.goBack();
  await zoom.waitFor({ state: "detached" });
  expect(new URL(page.url()).pathname).toBe(path);
  await page.goForward();
  await zoom.getByText("3 / 3").waitFor();
  await page.reload();
  await isOpened();
  await zoom.getByRole("button", { name: "Close" }).click();
  await zoom.waitFor({ state: "detached" });
  await page.waitForURL((url) => url.pathname === path && url.hash === "");
});

test("on a phone, photos are not wider than the screen, even when they are out of view", async () => {
  const { path } = await racketWithPhotos(3);
  const page = await pageOf(path, { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true });
  const end = page.getByRole("contentinfo").getByRole("link", { name: /Country/ });
  await end.scrollIntoViewIfNeeded();
  await expect
    .poll(() => end.evaluate((link) => link.checkVisibility({ contentVisibilityAuto: true })))
    .toBe(true);
  await expectNoSidewaysScroll(page);
  // If photos were wider than the screen, a tap on the link would miss it.
  await end.tap();
  await page.getByRole("dialog").waitFor();
});

test("a photo that cannot be loaded is replaced by a message", async () => {
  const { path, ids } = await racketWithPhotos(2);
  const { page } = await shop.openAs(seller);
  const row = await findRow("photos", { id: ids[0] ?? "" }, ["key"]);
  await page.route(`**/photos/${row.key}/*`, (route) => route.fulfill({ status: 404 }));
  await page.goto(path);
  await page
    .getByRole("img", { name: "Blade 98, photo 1 of 2: This photo cannot be shown right now" })
    .waitFor();
});
