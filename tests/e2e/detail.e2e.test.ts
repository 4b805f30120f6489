import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import { db } from "#app/platform/db.server.ts";
import { hydrated, toast } from "#tests/support/browser.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { insertRows, updateRows, withoutTable } from "#tests/support/rows.ts";
import { listingOf } from "#tests/support/samples.ts";
import { openShop } from "#tests/support/shop.ts";

// With OFFERS=off, the buttons for buying and bidding only say that these are coming, as in the specification.
// offers.e2e.test.ts tests buying and bidding.
const shop = openShop({ OFFERS: "off" });

describe("a racket", () => {
  let seller: Person;
  let path: string;

  beforeAll(async () => {
    seller = await person("seller");
    path = `/rackets/${(await racketOf(seller, { name: "Blade 98", attributes: ALL_WAYS })).id}`;
  });

  async function viewsBy({ viewer }: Person): Promise<number> {
    const views = db().selectFrom("recently_viewed").where("user_id", "=", viewer.id);
    return (await views.select("listing_id").execute()).length;
  }

  const ALL_WAYS = { transaction_options: ["direct_checkout", "chat", "bid"], headsize: 98 };

  test("that fails to load shows an alert, retries once by itself, and then on request [M4.13 M8.31]", async () => {
    const { page } = await shop.openAs(null);
    const { id } = await racketOf(seller, { name: "Unseen" });
    const tries: string[] = [];
    // The router may stop reading an answer once it has the error.
    page.on("response", (answer) => {
      const { pathname } = new URL(answer.url());
      if (pathname.includes(id)) tries.push(pathname);
    });
    await withoutTable("listings", async () => {
      const answer = await page.goto(`/rackets/${id}`);
      expect(answer?.status()).toBe(500);
      const alert = page.getByRole("alert");
      await alert.getByText("Failed to load racket details. Please try again later.").waitFor();
      expect(await alert.locator("code").textContent()).toMatch(/^[0-9a-f-]{36}$/);
      const again = page.getByRole("button", { name: "Try again" });
      await expect.poll(() => tries).toEqual([`/rackets/${id}`, `/rackets/${id}.data`]);
      const rests = () => expect.poll(() => again.getAttribute("aria-disabled")).toBeNull();
      await rests();
      await again.click();
      await expect.poll(() => tries).toHaveLength(3);
      await rests();
      await alert.waitFor();
      expect(tries).toHaveLength(3);
    });
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("heading", { level: 1, name: "Unseen" }).waitFor();
  });

  test("that fails to load for a moment recovers by itself [M4.13 M8.31]", async () => {
    const { page } = await shop.openAs(null);
    const { id } = await racketOf(seller, { name: "Seen after all" });
    const { promise: fixed, resolve: fix } = Promise.withResolvers<void>();
    await page.route(/\.data(\?|$)/, async (route) => {
      await fixed;
      await route.continue();
    });
    await withoutTable("listings", async () => {
      await page.goto(`/rackets/${id}`);
      await page.getByRole("alert").waitFor();
    });
    fix();
    await page.getByRole("heading", { level: 1, name: "Seen after all" }).waitFor();
  });

  test("that gets a proxy's 500, and then no answer, while browsing shows the same alert, and retries once by itself [M4.13 M8.31]", async () => {
    const { page } = await shop.openAs(null);
    const name = "Lost on its way";
    const { id } = await racketOf(seller, { name });
    await page.goto("/rackets");
    await hydrated(page);
    let tries = 0;
    await page.route(`**/${id}.data*`, (route) => {
      tries += 1;
      return tries === 1
        ? route.fulfill({ status: 500, contentType: "text/html", body: "<h1>Bad gateway</h1>" })
        : route.abort("connectionreset");
    });
    await page.getByRole("article").getByRole("link", { name }).click();
    const alert = page.getByRole("alert");
    await alert.getByText("Failed to load racket details. Please try again later.").waitFor();
    await expect.poll(() => tries).toBe(2);
    const again = page.getByRole("button", { name: "Try again" });
    await expect.poll(() => again.getAttribute("aria-disabled")).toBeNull();
    expect(tries).toBe(2);
    await alert.getByText("Failed to load racket details. Please try again later.").waitFor();
    await page.getByRole("banner").waitFor();
    await page.unroute(`**/${id}.data*`);
    await again.click();
    await page.getByRole("heading", { level: 1, name }).waitFor();
  });

  test("is fetched when a visitor points at its card, but not for a member, whose pages browsers must not store", async () => {
    const { id } = await racketOf(seller, { name: "Pointed at" });
    const address = (answer: { url(): string }) => answer.url().endsWith(`/rackets/${id}.data`);
    const member = await person("member");
    for (const [who, early] of [
      [null, 200],
      [member, 204],
    ] as const) {
      const { page } = await shop.openAs(who);
      await page.goto("/rackets");
      await hydrated(page);
      const fetched = page.waitForResponse(address);
      await page.getByRole("link", { name: "Pointed at" }).hover();
      expect((await fetched).status()).toBe(early);
      expect(await viewsBy(member)).toBe(0);
      await page.getByRole("link", { name: "Pointed at" }).click();
      await page.getByRole("heading", { level: 1, name: "Pointed at" }).waitFor();
      const bytes = await page.evaluate(
        (end) =>
          performance
            .getEntriesByType("resource")
            .filter(({ name }) => name.endsWith(end))
            .map((entry) => (entry as PerformanceResourceTiming).transferSize),
        `${id}.data`,
      );
      if (who === null) expect(bytes.at(-1)).toBe(0);
    }
    await expect.poll(() => viewsBy(member)).toBe(1);
  });

  test("whose deletion is cut off stays, and a toast says what failed", async () => {
    const { page } = await shop.openAs(seller);
    await page.goto(path);
    await hydrated(page);
    await page.route("**", (route) =>
      route.request().method() === "POST" ? route.abort("connectionreset") : route.continue(),
    );
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await toast(page, "Error deleting racket listing").waitFor();
  });

  test("on a phone has its figures on the first screen, and the price and Chat at its bottom, where they never cover the focus [W2.4.11]", async () => {
    const { page } = await shop.openAs(null, "phone");
    await page.goto(path);
    const bar = page.locator(".action-bar");
    const top = async () => (await bar.boundingBox())?.y ?? 0;
    const before = await top();
    expect(before).toBeGreaterThan(600);
    await bar.getByText("€129.50").waitFor();
    await bar.getByRole("button", { name: "Chat" }).waitFor();
    const figures = await page.getByRole("definition").filter({ hasText: "98 sq in" }).first().boundingBox();
    expect((figures?.y ?? before) + (figures?.height ?? 0)).toBeLessThanOrEqual(before);
    await page.keyboard.press("End");
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(300);
    expect(await top()).toBe(before);
    const links = page.getByRole("contentinfo").getByRole("link");
    await links.last().focus();
    const last = await links.last().boundingBox();
    expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(before);
    await page.evaluate(() => scrollTo(0, 0));
    await page.getByRole("button", { name: "Buy Now" }).focus();
    const focused = await page.getByRole("button", { name: "Buy Now" }).boundingBox();
    expect((focused?.y ?? 0) + (focused?.height ?? 0)).toBeLessThanOrEqual(before);
  });

  describe("a toast", () => {
    /**
     * Opens a page whose clock advances only when a test lets time pass, so nothing depends on the machine's speed.
     */
    async function openStill(who: Person | null): Promise<Page> {
      const { page } = await shop.openAs(who);
      await page.clock.install();
      await page.goto(path);
      await hydrated(page);
      await page.clock.pauseAt(Date.now() + 3_600_000);
      return page;
    }

    /** Advances the page's clock in steps of 100 ms, between which the page can work. */
    async function pass(page: Page, milliseconds: number): Promise<void> {
      for (let step = 0; step < milliseconds; step += 100) await page.clock.runFor(100);
    }

    /** Waits until a toast appears, while the page's clock advances by some milliseconds. */
    async function appears(page: Page, text: string): Promise<void> {
      await expect
        .poll(
          async () => {
            await page.clock.runFor(2);
            return toast(page, text).count();
          },
          { timeout: 10_000 },
        )
        .toBe(1);
    }

    test("about an added or removed favourite stays for two seconds [A4.20 A4.21 A9.10 M4.6]", async () => {
      const page = await openStill(await person("fan"));
      for (const [button, text] of [
        ["Add Blade 98 to favorites", "Added to favorites"],
        ["Remove Blade 98 from favorites", "Removed from favorites"],
      ] as const) {
        await page.getByRole("button", { name: button }).click();
        await appears(page, text);
        await pass(page, 1_800);
        expect(await toast(page, text).count()).toBe(1);
        await pass(page, 500);
        expect(await toast(page, text).count()).toBe(0);
      }
      expect(await db().selectFrom("favorites").selectAll().execute()).toEqual([]);
    });

    test("says for five seconds that buying or bidding will come, one toast at a time, and asks visitors to log in for a favourite [A1.5 A9.18 M1.6 M2.76 M8.21 M8.22]", async () => {
      const page = await openStill(null);
      await page.getByRole("button", { name: "Buy Now" }).click();
      await appears(page, "Direct checkout will be available soon.");
      await page.getByRole("button", { name: "Make Offer" }).click();
      await appears(page, "Bidding functionality will be available soon.");
      await pass(page, 500);
      expect(await page.locator("[data-toast]").count()).toBe(1);
      await pass(page, 4_300);
      expect(await toast(page, "Bidding functionality will be available soon.").count()).toBe(1);
      await pass(page, 600);
      expect(await page.locator("[data-toast]").count()).toBe(0);
      await page.getByRole("button", { name: "Add Blade 98 to favorites" }).click();
      await appears(page, "Please login");
      await toast(page, "Please sign in to save this item to your favorites.").waitFor();
      expect(await page.getByRole("button", { name: "Add Blade 98 to favorites" }).count()).toBe(1);
    });
  });
});

describe("on the pages of listings,", () => {
  let seller: Person;
  const paths = new Map<string, string>();

  const nameOf = (type: string) => `The ${type} of a test`;
  const pluralOf = (type: string) => CATEGORIES.find((category) => category.type === type)?.plural ?? "";
  const pathOf = (type: string) => paths.get(type) ?? "";

  beforeAll(async () => {
    seller = await person("seller");
    for (const { type } of CATEGORIES) {
      const options = { transaction_options: ["direct_checkout", "chat", "bid"] };
      const attributes = ["racket", "string"].includes(type) ? options : {};
      const { id } = await listingOf(seller, type, { name: nameOf(type), attributes });
      paths.set(type, `/${pluralOf(type)}/${id}`);
    }
  });

  async function open(who: Person | null, path: string): Promise<Page> {
    const { page } = await shop.openAs(who);
    await page.goto(path);
    return page;
  }

  // rules.test.ts and listing.page.test.ts test every category. These two have the most different rules.
  describe.each([
    ["bag", "Bags", "category"],
    ["ball", "Balls", "back"],
  ])("Back from a %s", (type, category, others) => {
    async function press(page: Page, label: string, address: string): Promise<void> {
      await page.getByRole("main").getByRole("link", { name: label, exact: true }).click();
      await page.waitForURL(`**${address}`);
    }

    test("leads a buyer to the previous page or the category, and to the favourites if the listing was opened there [M2.85 M2.86 M2.89]", async () => {
      const fan = await person("fan");
      const listing = { listing_type: type, listing_id: pathOf(type).split("/").at(-1) ?? "" };
      await insertRows("favorites", { user_id: fan.viewer.id, ...listing });
      const browsed = `/${pluralOf(type)}?sort=price_asc`;
      const page = await open(fan, browsed);
      await page.getByRole("link", { name: nameOf(type) }).click();
      await page.waitForURL(`**${pathOf(type)}`);
      if (others === "back") await press(page, "Back", browsed);
      else await press(page, `Back to ${category}`, `/${pluralOf(type)}`);
      await page.goto("/favorites");
      await page.getByRole("link", { name: nameOf(type) }).click();
      await page.waitForURL(`**${pathOf(type)}**`);
      await press(page, "Back to My Favorites", "/favorites");
    });
  });

  test("Back from a listing leads its owner to My Listings, scrolled as before, also after a reload [A2.85 M2.85 M2.86 M2.89]", async () => {
    const owner = await person("owner");
    for (let n = 0; n < 12; n += 1) await listingOf(owner, "clothes", { name: `Skirt ${n}` });
    await listingOf(owner, "ball", { name: "Three cans" });
    const { page, faults } = await shop.openAs(owner, { viewport: { width: 900, height: 500 } });
    await page.goto("/my-listings");
    await page.evaluate(() => window.scrollTo(0, 700));
    await page.getByRole("link", { name: "Skirt 4", exact: true }).click();
    await page.waitForURL(/\/clothes\/[0-9a-f-]{36}$/);
    await page.getByRole("link", { name: "Back to My Listings" }).click();
    await page.waitForURL("**/my-listings");
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(600);
    // On a ball's page the link leads to My Listings only after the owner came from there, also after a reload.
    await page.getByRole("link", { name: "Three cans", exact: true }).click();
    await page.waitForURL(/\/balls\/[0-9a-f-]{36}$/);
    await page.getByRole("link", { name: "Back to My Listings" }).waitFor();
    await page.reload();
    await page.getByRole("link", { name: "Back to My Listings" }).click();
    await page.waitForURL("**/my-listings");
    // No hydration errors: the browser's first render matched the server's HTML.
    expect(faults).toEqual([]);
  });

  test("sharing opens the device's share sheet, else copies the URL without its query string, else shows the URL", async () => {
    const { page, context } = await shop.openAs(null);
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.goto(`/nl${pathOf("string")}?from=favorites`);
    const address = `${shop.server.url}/nl${pathOf("string")}`;
    const share = page.getByRole("button", { name: "Delen" });
    await page.evaluate(() => {
      const share = async (data: ShareData) => {
        document.title = JSON.stringify(data);
      };
      Object.defineProperty(navigator, "share", { value: share, configurable: true });
    });
    await share.click();
    await expect.poll(() => page.title()).toBe(JSON.stringify({ title: nameOf("string"), url: address }));
    await page.evaluate(() => Object.defineProperty(navigator, "share", { value: undefined }));
    await share.click();
    await toast(page, "Link gekopieerd").waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
    await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
    await share.click();
    await toast(page, pathOf("string")).waitFor();
  });

  test("a sold listing is put up for sale again by its owner, and a message says so", async () => {
    const owner = await person("owner");
    const { id } = await listingOf(owner, "bag", { name: "Team 6R" });
    await updateRows("listings", { id }, { quantity: 0 });
    const page = await open(owner, `/bags/${id}`);
    await page.getByRole("button", { name: "Relist" }).click();
    await toast(page, "Team 6R is for sale again").waitFor();
    await page.getByRole("link", { name: "Reserve or mark as sold…" }).waitFor();
    // A form sells the only piece, and asks for the buyer and the price. So there is no button Mark as sold.
    expect(await page.getByRole("button", { name: "Mark as sold" }).count()).toBe(0);
  });
});

test("the rows below a listing are loaded when somebody comes near, and are in their place after Back and a reload", async () => {
  const [owner, others, reader] = [
    await person("row-owner"),
    await person("row-others"),
    await person("reader"),
  ];
  const { id } = await listingOf(owner, "bag", { name: "Shown" });
  await updateRows("listings", { id }, { description: "A long story.\n".repeat(300) });
  await listingOf(owner, "ball", { name: "Of the same seller" });
  for (let n = 1; n <= 6; n += 1) await listingOf(others, "bag", { name: `Alike no. ${n}` });
  const { page, faults } = await shop.openAs(reader);
  let asked = 0;
  page.on("request", (request) => {
    if (request.url().includes("/listings/related?")) asked += 1;
  });
  await page.goto(`/bags/${id}`);
  await hydrated(page);
  expect(asked).toBe(0);

  await page.route("**/listings/related?*", (route) => route.abort());
  await page.keyboard.press("End");
  await page.getByRole("alert").filter({ hasText: "could not be loaded" }).waitFor();
  expect(asked).toBe(1);
  await page.unroute("**/listings/related?*");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("region", { name: "More from" }).getByRole("link", { name: "Of the same" }).waitFor();
  const similar = page.getByRole("region", { name: "Similar listings" });
  await similar.getByRole("button", { name: "Add Alike no. 3 to favorites" }).click();
  await expect.poll(() => asked).toBe(3);
  const heart = similar.getByRole("button", { name: "Remove Alike no. 3 from favorites" });
  await heart.waitFor();

  const card = similar.getByRole("link", { name: "Alike no. 2" });
  await card.evaluate((link) => link.scrollIntoView({ block: "center" }));
  const before = await page.evaluate(() => scrollY);
  const isThere = () =>
    expect.poll(() => page.evaluate((y) => Math.abs(scrollY - y), before)).toBeLessThan(50);
  await page.route("**/listings/related?*", (route) => route.abort());
  await card.click();
  await page.getByRole("heading", { level: 1, name: "Alike no. 2" }).waitFor();
  await page.goBack();
  await page.getByRole("heading", { level: 1, name: "Shown" }).waitFor();
  await isThere();
  await heart.waitFor();
  await page.unroute("**/listings/related?*");
  await page.reload();
  await heart.waitFor();
  // Rows that are lower than their skeleton move a little.
  const isInView = () =>
    card.evaluate((link) => {
      const { top, bottom } = link.getBoundingClientRect();
      return top > 0 && bottom < innerHeight;
    });
  await expect.poll(isInView).toBe(true);
  expect(faults.filter((fault) => !fault.includes("ERR_FAILED"))).toEqual([]);
});
