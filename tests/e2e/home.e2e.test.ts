// The home page as it comes, and its rows by button, keyboard, touch and without JavaScript.
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { db } from "#app/platform/db.server.ts";
import { hydrated } from "#tests/support/browser.ts";
import { type Person, person } from "#tests/support/people.ts";
import { listingOf } from "#tests/support/samples.ts";
import { openShop } from "#tests/support/shop.ts";

const shop = openShop();
let seller: Person;

const LONG =
  "Donaudampfschifffahrtsgesellschaftsschlägertasche mit Thermofach, Schuhfach und Platz für zwölf Schläger";

beforeAll(async () => {
  seller = await person("seller");
  // A row has two of a seller at most.
  for (let n = 0; n < 9; n++) await listingOf(await person("other"), "racket", { name: `Racket ${n}` });
  await listingOf(seller, "bag", { name: LONG });
  for (const name of ["first", "second", "third"]) {
    const { viewer } = await person(name);
    const comment = `Exactly as described, and it came within two days. Says the ${name}.`;
    await db()
      .insertInto("user_reviews")
      .values({ reviewer_id: viewer.id, reviewed_user_id: seller.viewer.id, rating: 5, comment })
      .execute();
  }
});

const row = (page: Page, name: string) => page.getByRole("group", { name });
const place = (page: Page, name: string) => row(page, name).evaluate((one) => Math.round(one.scrollLeft));

/** Everything that moved on the page without anybody having touched it, summed up. */
const shifts = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) =>
          resolve(
            list.getEntries().reduce((sum, entry) => sum + ("value" in entry ? Number(entry.value) : 0), 0),
          ),
        ).observe({ type: "layout-shift", buffered: true });
        // Where nothing ever moved, nobody is told.
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(0)));
      }),
  );

test("nothing moves as the page comes on a phone, and nothing goes wrong", async () => {
  const { page, faults } = await shop.as(null, { viewport: { width: 360, height: 740 } });
  await page.goto("/");
  await page.getByRole("heading", { level: 2, name: "What Our Users Say" }).waitFor();
  expect(await shifts(page)).toBe(0);
  expect(faults).toEqual([]);
});

test("a row moves by 300 px, by its buttons and by arrow keys, and says where it ends [A2.93 A9.11]", async () => {
  const { page } = await shop.as(null, { reducedMotion: "reduce" });
  await page.goto("/");
  await hydrated(page);
  const name = "Trending Products";
  const back = page.getByRole("button", { name: `Previous: ${name}` });
  const on = page.getByRole("button", { name: `Next: ${name}` });
  await expect.poll(() => back.getAttribute("aria-disabled")).toBe("true");
  await expect.poll(() => on.getAttribute("aria-disabled")).toBeNull();
  await on.click();
  await expect.poll(() => place(page, name)).toBe(300);
  await on.press("Enter");
  await expect.poll(() => place(page, name)).toBe(600);
  await back.click();
  await expect.poll(() => place(page, name)).toBe(300);
  await row(page, name).focus();
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => place(page, name)).toBe(600);
  await page.keyboard.press("ArrowLeft");
  await expect.poll(() => place(page, name)).toBe(300);
  await page.keyboard.press("End");
  await expect.poll(() => on.getAttribute("aria-disabled")).toBe("true");
  await page.keyboard.press("Home");
  await expect.poll(() => place(page, name)).toBe(0);
  await expect.poll(() => back.getAttribute("aria-disabled")).toBe("true");
  await expect.poll(() => place(page, "Recently Added")).toBe(0);
});

test("a row is there without JavaScript, and a finger moves it", async () => {
  const { page } = await shop.as(null, {
    javaScriptEnabled: false,
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
  });
  await page.goto("/");
  expect(await page.getByRole("button", { name: "Next: Recently Added" }).isVisible()).toBe(false);
  const first = row(page, "Recently Added").getByRole("heading").first();
  await first.scrollIntoViewIfNeeded();
  const at = await first.boundingBox();
  if (!at) throw new Error("The row is not there.");
  const finger = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", x?: number) =>
    finger.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: x === undefined ? [] : [{ x, y: Math.round(at.y) + 10 }],
    });
  await touch("touchStart", 300);
  for (let x = 290; x >= 40; x -= 10) await touch("touchMove", x);
  await touch("touchEnd");
  await expect.poll(async () => at.x - ((await first.boundingBox())?.x ?? at.x)).toBeGreaterThan(150);
});
