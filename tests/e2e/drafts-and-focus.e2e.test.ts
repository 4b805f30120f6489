import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { hydrated, toast } from "#tests/support/browser.ts";
import { pressFilter } from "#tests/support/filters.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { pictureFile } from "#tests/support/photos.ts";
import { openShop } from "#tests/support/shop.ts";

// Tests that drafts, the focus and scroll positions survive interruptions.
const shop = openShop();
let seller: Person;

beforeAll(async () => {
  seller = await person("seller");
  for (let n = 1; n <= 24; n += 1)
    await racketOf(seller, { name: `Racket no. ${n}`, brand: n % 2 === 0 ? "Head" : "Wilson" });
});

async function open(
  path: string,
  who: Person | null = null,
  device?: Parameters<typeof shop.openAs>[1],
): Promise<Page> {
  const { page } = await shop.openAs(who, device);
  await page.goto(path);
  await hydrated(page);
  return page;
}

const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.id);

describe("a new racket in the form", () => {
  async function begin(page: Page, name: string): Promise<void> {
    const buffer = Buffer.from(await pictureFile());
    await page.locator("input[type=file]").setInputFiles({ name: "a.jpg", mimeType: "image/jpeg", buffer });
    await expect.poll(() => page.locator("input[name=photo]").count(), { timeout: 30_000 }).toBe(1);
    await page.getByLabel("Title").fill(name);
    await page.getByLabel("Category").selectOption("junior");
    await page.getByLabel("Condition").selectOption("Good");
    await page.getByLabel("Price").fill("80");
    await page.getByRole("checkbox", { name: "Make Offer" }).uncheck();
  }

  test("is still there after a reload, and gone once it is listed", async () => {
    const page = await open("/sell/racket", await person("returner"));
    await begin(page, "Ezone 100");
    const clientId = await page.locator("input[name=clientId]").inputValue();
    await page.reload();
    await hydrated(page);
    await page.getByText("Continue where you left off.").waitFor();
    expect(await page.getByLabel("Title").inputValue()).toBe("Ezone 100");
    expect(await page.locator("input[name=clientId]").inputValue()).toBe(clientId);
    expect(await page.getByLabel("Category").inputValue()).toBe("junior");
    await expect.poll(() => page.getByRole("checkbox", { name: "Make Offer" }).isChecked()).toBe(false);
    expect(await page.getByRole("checkbox", { name: "Chat" }).isChecked()).toBe(true);
    expect(await page.locator("input[name=photo]").count()).toBe(1);
    await page.getByRole("button", { name: "List Racket" }).click();
    await page.getByRole("heading", { level: 1, name: "Ezone 100" }).waitFor();
    await page.goto("/sell/racket");
    await hydrated(page);
    expect(await page.getByLabel("Title").inputValue()).toBe("");
    expect(await page.getByText("Continue where you left off.").count()).toBe(0);
    expect(await page.locator("input[name=clientId]").inputValue()).not.toBe(clientId);
  });

  test("can be cleared, and is not shown to another person who signs in", async () => {
    const page = await open("/sell/racket", await person("returner"));
    await page.getByLabel("Title").fill("Clash 100");
    await page.reload();
    await page.getByRole("button", { name: "Start over" }).click();
    await expect.poll(() => page.getByLabel("Title").inputValue()).toBe("");
    await page.getByLabel("Title").fill("Clash 98");
    const { cookie } = await person("another");
    const [name = "", value = ""] = cookie.split("=", 2);
    await page.context().addCookies([{ name, value, url: shop.server.url }]);
    await page.reload();
    await hydrated(page);
    await page.getByRole("button", { name: /^another/ }).waitFor();
    expect(await page.getByLabel("Title").inputValue()).toBe("");
  });

  test("stays when the server cannot be reached, and is listed once the server can be reached", async () => {
    const page = await open("/sell/racket", await person("returner"));
    await begin(page, "Percept 97");
    await page.context().setOffline(true);
    await page.getByRole("button", { name: "List Racket" }).click();
    await toast(page, "We could not be reached.").waitFor();
    expect(await page.getByLabel("Title").inputValue()).toBe("Percept 97");
    await page.context().setOffline(false);
    await page.getByRole("button", { name: "List Racket" }).click();
    await page.getByRole("heading", { level: 1, name: "Percept 97" }).waitFor();
  });

  test("is listed once when the response is lost and the form is sent again", async () => {
    const page = await open("/sell/racket", await person("returner"));
    await begin(page, "Gravity MP");
    await page.route(/\/sell\/racket/, async (route) => {
      await route.fetch();
      await route.abort();
    });
    await page.getByRole("button", { name: "List Racket" }).click();
    await toast(page, "We could not be reached.").waitFor();
    await page.unroute(/\/sell\/racket/);
    await page.getByRole("button", { name: "List Racket" }).click();
    await page.getByRole("heading", { level: 1, name: "Gravity MP" }).waitFor();
    await page.goto("/my-listings");
    expect(await page.getByRole("heading", { name: "Gravity MP" }).count()).toBe(1);
  });
});

test("an error page is scrolled to its top, even after a form at the bottom of a page was submitted", async () => {
  const owner = await person("owner");
  const { id } = await racketOf(owner, { name: "Speed Pro" });
  const page = await open(`/rackets/${id}/edit`, owner, "phone");
  const other = await open(`/rackets/${id}`, owner);
  await other.getByRole("button", { name: "Delete" }).click();
  await other.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await other.waitForURL("**/my-listings");
  const buffer = Buffer.from(await pictureFile());
  await page.locator("input[type=file]").setInputFiles({ name: "a.jpg", mimeType: "image/jpeg", buffer });
  await expect.poll(() => page.locator("input[name=photo]").count(), { timeout: 30_000 }).toBe(1);
  await page.getByRole("button", { name: "Update Racket" }).click();
  await page.getByText("Racket not found").waitFor();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
});

test("the message of a redirect is shown once, although the page's data is requested twice [A8.25]", async () => {
  const { page, context } = await shop.openAs(null);
  await page.goto("/help");
  let requests = 0;
  await page.route("**/auth.data*", async (route) => {
    requests += 1;
    if (requests > 1) return route.continue();
    // The browser adds this header after requests are intercepted, so the test must add it.
    await route.fetch({ headers: { ...route.request().headers(), "sec-fetch-mode": "cors" } });
    // Like a return from the back/forward cache, this event makes the page reload its data and drop the first response.
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
  });
  await page.getByRole("link", { name: "Favorites", exact: true }).first().click();
  await page.waitForURL("**/auth?next=%2Ffavorites");
  await toast(page, "Authentication required").waitFor();
  expect(requests).toBe(2);
  // The browser process applies a script's cookie change a moment later.
  await expect.poll(async () => (await context.cookies()).map(({ name }) => name)).not.toContain("flash");
  // A second message would replace this one.
  await toast(page, "Authentication required").evaluate((one) => one.setAttribute("data-same", "yes"));
  const third = page.waitForResponse("**/auth.data*");
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
  await third;
  expect(requests).toBe(3);
  await page.waitForFunction(() => window.__reactRouterDataRouter?.state.revalidation === "idle");
  expect(await page.locator("[data-toast][data-same]").count()).toBe(1);
});

// In newer browsers, scroll methods return a promise. If an effect returned it, React would call it as a function.
test("an element that was scrolled into view when it appeared causes no error when its page is left", async () => {
  const { page, faults } = await shop.openAs(null);
  await page.goto("/rackets/nope");
  faults.length = 0; // The browser logs the 404.
  await page.getByRole("main").getByRole("link", { name: "Home", exact: true }).click();
  const home = page.getByRole("heading", { level: 1, name: "Good gear deserves" });
  await home.waitFor();
  await page.goto("/auth");
  await page.getByRole("button", { name: "Continue with Google" }).click();
  await page.getByText("You cannot sign in with Google here.").waitFor();
  faults.length = 0; // The browser logs the refusal's status too.
  await page.getByRole("banner").getByRole("link", { name: "Second Serve" }).click();
  await home.waitFor();
  expect(faults).toEqual([]);
});

describe("on the browse page of rackets,", () => {
  test("the keyboard removes one filter after the other", async () => {
    const page = await open("/rackets?brand=Head&brand=Wilson&q=racket");
    await page.getByRole("link", { name: "Remove filter: Head" }).focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => focused(page)).toBe("Remove filter: Wilson");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/rackets?q=racket");
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Clear all");
  });

  test("the focus moves to the cards of the next page, and then of the last page", async () => {
    const page = await open("/rackets");
    for (const number of [2, 3]) {
      await page.getByRole("link", { name: "Next page" }).focus();
      await page.keyboard.press("Enter");
      await page.waitForURL(`**/rackets?page=${number}`);
      await expect.poll(() => focused(page)).toBe("results");
      await page.keyboard.press("Tab");
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.closest("article") !== null))
        .toBe(true);
    }
  });

  test("the cards stay when a favourite cannot be saved", async () => {
    const page = await open("/rackets", await person("fan"));
    const hearts = page.getByRole("button", { name: /favou?rites/ });
    await hearts.first().click();
    await toast(page, "Added to favorites").waitFor();
    await page.context().setOffline(true);
    await hearts.nth(1).click();
    await toast(page, "Failed to update favorites").waitFor();
    expect(await page.getByRole("main").getByRole("article").count()).toBe(10);
  });
});

describe("on a connection so slow that the scripts arrive last,", () => {
  async function openBeforeScripts(path: string, who: Person | null = null) {
    const { page } = await shop.openAs(who);
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route(/\/assets\/.*\.js/, async (route) => {
      await promise;
      await route.continue();
    });
    await page.goto(path, { waitUntil: "commit" });
    return { page, letScriptsCome: resolve };
  }

  test("filters that are set before hydration are applied", async () => {
    const { page, letScriptsCome } = await openBeforeScripts("/rackets");
    await page.getByRole("checkbox", { name: "Wilson" }).check();
    await pressFilter(page, "Listing date");
    await page.getByRole("radio", { name: "This Month" }).check();
    await page.getByLabel("Sort by").selectOption("price_asc");
    await page.getByRole("searchbox", { name: "Search in Rackets" }).fill("racket");
    letScriptsCome();
    await page.waitForURL("**/rackets?q=racket&sort=price_asc&brand=Wilson&dateFilter=month");
    await expect.poll(() => page.getByRole("checkbox", { name: "Wilson" }).isChecked()).toBe(true);
    await expect.poll(() => page.getByRole("radio", { name: "This Month" }).isChecked()).toBe(true);
    await expect.poll(() => page.getByLabel("Sort by").inputValue()).toBe("price_asc");
  });

  test("input of a racket's form before hydration is kept", async () => {
    const { page, letScriptsCome } = await openBeforeScripts("/sell/racket", seller);
    await page.getByLabel("Title").fill("Early bird");
    await page.getByLabel("Description").fill("Hardly used");
    await page.getByLabel("Category").selectOption("junior");
    await page.getByRole("checkbox", { name: "Buy Now" }).uncheck();
    letScriptsCome();
    // Only the hydrated form shows the weight range of junior rackets and counts the typed characters.
    await page.getByText("Between 200 and 280").waitFor();
    await page.getByText("11 / 5000").waitFor();
    expect(await page.getByLabel("Title").inputValue()).toBe("Early bird");
    expect(await page.getByLabel("Category").inputValue()).toBe("junior");
    expect(await page.getByRole("checkbox", { name: "Buy Now" }).isChecked()).toBe(false);
  });
});
