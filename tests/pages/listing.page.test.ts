import { beforeAll, describe, expect, test } from "vitest";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import { sellerPath } from "#app/domain/username.ts";
import { openRoom } from "#app/features/rooms/commands.server.ts";
import type { FetchedPage } from "#tests/support/no-script-browser.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { insertRows, updateRows } from "#tests/support/rows.ts";
import { listingOf, photoOf } from "#tests/support/samples.ts";
import { openShop } from "#tests/support/shop.ts";

const shop = openShop();
let seller: Person;
const paths = new Map<string, string>();

const nameOf = (type: string) => `The ${type} of a test`;
const pathOf = (type: string) => paths.get(type) ?? "";

beforeAll(async () => {
  seller = await person("seller");
  for (const { type, plural } of CATEGORIES) {
    const options = { transaction_options: ["direct_checkout", "chat", "bid"] };
    const attributes = ["racket", "string"].includes(type) ? options : {};
    const { id } = await listingOf(seller, type, { name: nameOf(type), attributes });
    paths.set(type, `/${plural}/${id}`);
  }
});

describe.each([
  ["racket", "Rackets", ["Chat", "Buy Now", "Make Offer"]],
  ["string", "Strings", ["Chat", "Buy Now", "Make Offer"]],
  ["bag", "Bags", ["Chat"]],
  ["ball", "Balls", ["Chat"]],
  ["clothes", "Clothes", ["Chat"]],
  ["accessory", "Accessories", ["Chat"]],
])("the page of a %s", (type, category, offered) => {
  test("has those of the buttons Chat, Buy Now and Make Offer that the category offers, and Save [M2.77]", async () => {
    const page = await shop.withoutScripts(null).open(pathOf(type));
    const save = page.main.getByRole("button", { name: `Save: Add ${nameOf(type)} to favorites` });
    const buttons = [...(save.closest("div")?.querySelectorAll("button, a") ?? [])];
    expect(buttons.map(({ textContent }) => textContent)).toEqual([...offered, "Save", "Add to cart"]);
    // Only the main action is in optic yellow.
    const yellow = [...page.document.querySelectorAll("header .bg-ball, main .bg-ball")];
    expect(yellow.map(({ textContent }) => textContent)).toEqual(["Chat"]);
  });

  test("has a link back to its category, or for the owner of some types to My Listings [M2.85 M2.86 M2.87 M2.88 M2.89]", async () => {
    const visitor = shop.withoutScripts(null);
    const page = await visitor.open(pathOf(type));
    const back = await visitor.follow(page.main.getByRole("link", { name: `Back to ${category}` }));
    expect(back.url.pathname).toBe(pathOf(type).replace(/\/[^/]+$/, ""));
    const owner = shop.withoutScripts(seller);
    const own = await owner.open(pathOf(type));
    const toTheirs = ["bag", "clothes", "accessory"].includes(type);
    own.main.getByRole("link", { name: toTheirs ? "Back to My Listings" : `Back to ${category}` });
  });
});

test("the URL of strings that do not exist is answered with 404 and a link to all strings [M2.81]", async () => {
  const visitor = shop.withoutScripts(null);
  const page = await visitor.open("/strings/00000000-0000-7000-8000-000000000000");
  expect(page.status).toBe(404);
  page.getByText("Item Not Found");
  const all = await visitor.follow(page.main.getByRole("link", { name: "Browse all Strings" }));
  expect(all.url.pathname).toBe("/strings");
});

test.each(["", "/nl"])("the old URL %s/racket/{id} redirects to the new one [A2.63]", async (language) => {
  const id = pathOf("racket").split("/").at(-1);
  const answer = await shop.withoutScripts(null).request(`${language}/racket/${id}`);
  expect(answer.status).toBe(301);
  expect(answer.headers.get("location")).toBe(`${language}${pathOf("racket")}`);
});

test("what a seller typed is text in the page, in its title, its attributes and its structured data [V1.1.2 V1.2.1 V3.2.2]", async () => {
  const name = `"'><script>alert(1)</script>&lt;`;
  const { id } = await racketOf(await person("sly"), { name });
  await updateRows("listings", { id }, { description: `${name} <img src=x>` });
  const page = await shop.withoutScripts(null).open(`/rackets/${id}`);
  expect(page.main.getByRole("heading", { level: 1 }).textContent).toBe(name);
  expect(page.document.title).toContain(name);
  expect(page.document.querySelector("meta[property='og:title']")?.getAttribute("content")).toContain(name);
  const scripts = [...page.document.querySelectorAll("script")].map(({ textContent }) => textContent);
  expect(scripts).not.toContain("alert(1)");
  expect(page.document.querySelectorAll("img[src='x']")).toHaveLength(0);
});

test("a racket's page shows a missing grip and balance as N/A, and has no row for anything else that is missing [M3.6]", async () => {
  const { id } = await racketOf(await person("sparse"));
  const page = await shop.withoutScripts(null).open(`/rackets/${id}`);
  const rows = [...page.document.querySelectorAll("dl > div")].map((row) => [
    row.querySelector("dt")?.textContent,
    row.querySelector("dd bdi")?.textContent,
  ]);
  expect(rows).toEqual([
    ["Brand", "Wilson"],
    ["Category", "Adult (Senior)"],
    ["Condition", "Good"],
    ["Grip size", "N/A"],
    ["Balance", "N/A"],
  ]);
});

test("three figures and the condition stand beside the price, and the description before the details", async () => {
  const { id } = await racketOf(await person("exact"), {
    attributes: { headsize: 98, weight: 305, gripsize: "3", shipping: "Pick up" },
  });
  await updateRows("listings", { id }, { description: "Played one summer." });
  const page = await shop.withoutScripts(null).open(`/rackets/${id}`);
  const head = page.main.getByRole("heading", { level: 1 }).closest("header") as Element;
  expect([...head.querySelectorAll("dl > div")].map(({ textContent }) => textContent)).toEqual([
    "Head size98 sq in",
    "Weight305 g",
    "Grip sizeL3 · 4 3/8",
  ]);
  expect(head.textContent).toContain("Condition: Good");
  const headings = page.main.getAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent);
  expect(headings.filter((text) => text !== "Similar listings")).toEqual([
    "Seller",
    "Description",
    "Details",
  ]);
});

test("the seller is shown with a picture, or else with the first letter of the name [M2.73]", async () => {
  const unpictured = await person("unpictured");
  const visitor = shop.withoutScripts(null);
  const sectionOf = async ({ id }: { id: string }) => {
    const page = await visitor.open(`/rackets/${id}`);
    return page.main.getByRole("heading", { name: "Seller" }).closest("section") as Element;
  };
  const plain = await sectionOf(await racketOf(unpictured));
  expect(plain.textContent).toMatch(
    new RegExp(`^USeller${unpictured.viewer.username}Private sellerMember since \\w+ \\d{4}$`),
  );
  await updateRows("profiles", { id: unpictured.viewer.id }, { avatar_url: "/favicon.svg" });
  const pictured = await sectionOf(await racketOf(unpictured));
  expect(pictured.querySelector("img")?.getAttribute("src")).toBe("/favicon.svg");
});

test("the price and the seller come before the details, and the bar on a phone has the price beside Chat", async () => {
  const page = await shop.withoutScripts(null).open(pathOf("racket"));
  const bar = page.main.getByRole("button", { name: "Chat" }).closest(".action-bar");
  const price = /^(€\d+\.\d\d)Chat$/.exec(bar?.textContent ?? "")?.[1] ?? "";
  const text = page.document.querySelector("main")?.textContent ?? "";
  const order = [nameOf("racket"), price, seller.viewer.username, "Buy Now", "Details"];
  const places = order.map((part) => text.indexOf(part));
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((one, other) => one - other));
});

describe("below a listing", () => {
  test("is without scripts a link to a page with other listings of the seller and similar ones", async () => {
    const other = await person("other");
    const { id } = await listingOf(other, "bag", { name: "A bag much like it" });
    const visitor = shop.withoutScripts(null);
    const plain = await visitor.open(pathOf("bag"));
    expect(plain.document.body.textContent).not.toContain("A bag much like it");
    const page = await visitor.follow(plain.main.getByRole("link", { name: "Similar listings" }));
    expect(page.url.pathname + page.url.search).toBe(`${pathOf("bag")}?related`);
    const canonical = page.document.querySelector("link[rel=canonical]")?.getAttribute("href");
    expect(canonical).toBe(shop.server.url + pathOf("bag"));
    const region = (name: string) => page.getByRole("region", { name });
    const more = region(`More from ${seller.viewer.username}`);
    expect(more.querySelectorAll("article")).toHaveLength(5);
    const similar = region("Similar listings");
    const names = [...similar.querySelectorAll("h3")].map(({ textContent }) => textContent);
    expect(names).toEqual(["A bag much like it"]);
    const bag = await visitor.follow(similar.querySelector("a") as Element);
    expect(bag.url.pathname).toBe(`/bags/${id}`);
    const all = [...more.querySelectorAll("a")].find(({ textContent }) => textContent === "See all");
    const theirs = await visitor.follow(all as Element);
    expect(theirs.url.pathname).toBe(`/sellers/${seller.viewer.username}`);
  });

  test("is also a listing of another type that the seller added after the page was cached", async () => {
    const visitor = shop.withoutScripts(null);
    const read = async () => (await visitor.open(`${pathOf("ball")}?related`)).document.body.textContent;
    expect(await read()).not.toContain("Listed a moment ago");
    expect(await read()).not.toContain("Listed a moment ago");
    await listingOf(seller, "accessory", { name: "Listed a moment ago" });
    await expect.poll(read).toContain("Listed a moment ago");
  });
});

test("sharing is a mail link without JavaScript", async () => {
  const page = await shop.withoutScripts(null).open(pathOf("string"));
  const mail = new URL(page.getByRole("link", { name: "Share" }).getAttribute("href") ?? "");
  expect(mail.protocol).toBe("mailto:");
  expect(Object.fromEntries(mail.searchParams)).toEqual({
    subject: nameOf("string"),
    body: shop.server.url + pathOf("string"),
  });
});

test("without JavaScript, photos link to their large versions, and thumbnails to the photos on the page", async () => {
  const photos = await Promise.all([1, 2, 3].map(() => photoOf(seller)));
  const { id } = await listingOf(seller, "racket", { name: "Blade 98", photos });
  const page = await shop.withoutScripts(null).open(`/rackets/${id}`);
  const large = page.getByRole("link", { name: /^Blade 98, photo 1 of 3/ });
  expect(large.getAttribute("href")).toMatch(/^\/photos\/[0-9a-f]{64}\/1280\.webp$/);
  const target = page.getByRole("link", { name: "Show photo 3" }).getAttribute("href");
  expect(page.document.querySelectorAll(String(target))).toHaveLength(1);
});

describe("a sold listing", () => {
  let owner: Person;
  let racket: { type: string; id: string };

  beforeAll(async () => {
    owner = await person("owner");
    const attributes = { transaction_options: ["direct_checkout", "chat", "bid"] };
    racket = await racketOf(owner, { name: "Pure Aero", attributes });
  });

  async function set(quantity: number): Promise<void> {
    await updateRows("listings", { type: racket.type, id: racket.id }, { quantity });
  }

  const html = async (path: string) => (await shop.withoutScripts(null).request(path)).text();
  const sold = (page: FetchedPage) => page.main.getByText("Sold", { exact: true });

  test("is marked as sold on its cached page, and is on no browse page until it has a piece again", async () => {
    const its = `/rackets/${racket.id}`;
    const places = ["/rackets", "/"];
    for (const path of [its, ...places]) await html(path);
    expect(await html(its)).not.toContain(">Sold<");
    // "/rackets" was cached before the racket was stored.
    for (const path of places) await expect.poll(() => html(path)).toContain(racket.id);
    await set(0);
    // The test writes to the database directly. The database notifies the server.
    await expect.poll(() => html(its)).toContain(">Sold<");
    for (const path of places) await expect.poll(() => html(path)).not.toContain(racket.id);
    await set(1);
    await expect.poll(() => html(its)).not.toContain(">Sold<");
    for (const path of places) await expect.poll(() => html(path)).toContain(racket.id);
  });

  test("has Chat, but neither Buy Now nor Make Offer; its owner sees a note, and can list it again", async () => {
    const buyer = shop.withoutScripts(await person("buyer"));
    const its = `/rackets/${racket.id}`;
    await set(1);
    const before = await buyer.open(its);
    before.main.getByRole("link", { name: "Buy Now" });
    before.main.getByRole("link", { name: "Make Offer" });
    await set(0);
    const after = await buyer.open(its);
    sold(after);
    after.getByText(/to hear when it is for sale again/);
    after.main.getByRole("button", { name: "Chat" });
    expect(after.main.queryAllByText(/Buy Now|Make Offer/)).toEqual([]);
    const browser = shop.withoutScripts(owner);
    const own = await browser.open(its);
    own.getByText(/Hidden from search; people with the link still see it\./);
    own.main.getByRole("link", { name: "Edit" });
    const again = await browser.submit(own.main.getByRole("button", { name: "Relist" }));
    again.main.getByRole("link", { name: /mark as sold/ });
    await expect.poll(() => html("/rackets")).toContain(racket.id);
  });

  test("is marked as sold among the favourites, on its seller's page, and above a conversation", async () => {
    const buyer = await person("buyer");
    await insertRows("favorites", {
      user_id: buyer.viewer.id,
      listing_type: racket.type,
      listing_id: racket.id,
    });
    const room = await openRoom(buyer.viewer, racket);
    await set(0);
    const visitor = shop.withoutScripts(buyer);
    for (const path of ["/favorites", sellerPath(owner.viewer.username)]) {
      const page = await visitor.open(path);
      const card = page.main.getAllByRole("article").find((one) => one.textContent?.includes("Pure Aero"));
      expect(card?.textContent).toContain("Sold");
    }
    const page = await visitor.open(`/messages/${room}`);
    sold(page);
    page.getByRole("textbox", { name: "Message" });
  });
});

test("the card and the page of a listing with several pieces show how many there are", async () => {
  const { id } = await listingOf(seller, "ball", { name: "Championship" });
  await updateRows("listings", { id }, { quantity: 24 });
  const visitor = shop.withoutScripts(null);
  const card = async () =>
    (await visitor.open("/balls")).main
      .getAllByRole("article")
      .find((one) => one.textContent?.includes("Championship"));
  // The test writes to the database directly. The database notifies the server.
  await expect.poll(async () => (await card())?.textContent).toContain("24 available");
  const page = await visitor.follow((await card())?.querySelector("a") as Element);
  page.getByRole("heading", { level: 1, name: "Championship" });
  page.main.getByText("24 available");
});

test("what a person wrote in another language than that of the page names its language [W3.1.2]", async () => {
  const [shopOwner, fan] = [await person("shop-owner"), await person("fan")];
  const { id } = await racketOf(shopOwner, { name: "Gestreept frame" });
  await updateRows("listings", { id }, { language: "nl", description: "Weinig gebruikt" });
  await insertRows("user_reviews", {
    reviewer_id: fan.viewer.id,
    reviewed_user_id: shopOwner.viewer.id,
    rating: 5,
    comment: "Très bien",
    language: "fr",
    created_at: new Date(Date.now() - 60_000),
    visible_at: new Date(Date.now() - 30_000),
    answer: "Danke",
    answered_at: new Date(),
    answer_language: "de",
  });
  const browser = shop.withoutScripts(null);
  const languageOf = (page: FetchedPage, text: string) => page.main.getByText(text).getAttribute("lang");
  const listing = await browser.open(`/rackets/${id}`);
  expect(listing.main.getByRole("heading", { level: 1 }).querySelector("[lang]")?.getAttribute("lang")).toBe(
    "nl",
  );
  expect(languageOf(listing, "Weinig gebruikt")).toBe("nl");
  const own = await browser.open(sellerPath(shopOwner.viewer.username));
  expect(["Gestreept frame", "Très bien", "Danke"].map((text) => languageOf(own, text))).toEqual([
    "nl",
    "fr",
    "de",
  ]);
  const dutch = await browser.open(`/nl${sellerPath(shopOwner.viewer.username)}`);
  expect(["Gestreept frame", "Très bien"].map((text) => languageOf(dutch, text))).toEqual([null, "fr"]);
  const older = await browser.open(pathOf("racket"));
  expect(older.main.getByRole("heading", { level: 1 }).querySelector("[lang]")).toBeNull();
});
