// The parts that all pages share: header, menus, footer, titles, error pages.
import { within } from "@testing-library/dom";
import { beforeAll, describe, expect, test } from "vitest";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { openShop } from "#tests/support/shop.ts";

const shop = openShop();
let seller: Person;
let buyer: Person;
let racket: string;

beforeAll(async () => {
  [seller, buyer] = [await person("seller"), await person("buyer")];
  await racketOf(seller, { name: "Blade 98 no. 11" });
  racket = `/rackets/${(await racketOf(seller, { name: "Blade 98 no. 12" })).id}`;
});

test("the header's search works without JavaScript [A2.27]", async () => {
  const visitor = shop.withoutScripts(null);
  const { getByRole } = await visitor.open("/");
  const button = within(getByRole("banner")).getByRole("button", { name: "Search" });
  const found = await visitor.submit(button, { q: "no. 11" });
  expect(found.url.pathname).toBe("/search");
  found.main.getByRole("link", { name: "Blade 98 no. 11" });
  expect(found.main.queryByRole("link", { name: "Blade 98 no. 12" })).toBeNull();
});

test("the header links to home, selling, favourites and the cart, and the category bar to a category [A2.29 A2.30 A2.33 A2.35 A2.86 W1.3.2 W3.2.3]", async () => {
  const visitor = shop.withoutScripts(null);
  const home = await visitor.open("/");
  const banner = within(home.getByRole("banner"));
  const addresses = ["Second Serve, home", "Sell an item", "Favorites", "Cart"].map((name) =>
    banner.getByRole("link", { name }).getAttribute("href"),
  );
  expect(addresses).toEqual(["/", "/sell", "/favorites", "/cart"]);
  const bar = within(home.getByRole("navigation", { name: "Categories" }));
  const rackets = await visitor.follow(bar.getByRole("link", { name: "Rackets" }));
  expect(rackets.url.pathname).toBe("/rackets");
  rackets.main.getByRole("heading", { level: 1, name: "Rackets" });
});

test("the user menu is a list of links without JavaScript, includes help, and signs out [A2.13]", async () => {
  const leaver = shop.withoutScripts(await person("leaver"));
  const home = await leaver.open("/");
  const links = [...home.getByRole("banner").querySelectorAll("details a")];
  expect(links.map((one) => [one.textContent, one.getAttribute("href")])).toEqual([
    ["SEE MY PROFILE", "/profile"],
    ["Messages", "/messages"],
    ["Get paid", "/my-earnings"],
    ["My items for sale", "/my-listings"],
    ["Orders & sales", "/orders"],
    ["Saved searches", "/favorites?tab=searches"],
    ["Chat with us", "/help"],
    ["Help Center", "/help"],
  ]);
  const out = await leaver.submit(home.getByRole("button", { name: "Log out" }));
  expect(out.getAllByRole("link", { name: "Sign in / Sign up" }).length).toBeGreaterThan(0);
  const profile = await leaver.open("/profile");
  expect(profile.url.pathname).toBe("/auth");
});

test("signing out and the logo lead to the home page in the language of the page", async () => {
  const leaver = shop.withoutScripts(await person("leaver"));
  const page = await leaver.open("/de/profile/security");
  const logo = page.getByRole("link", { name: "Second Serve, Startseite" });
  expect(logo.getAttribute("href")).toBe("/de");
  const home = await leaver.submit(page.getByRole("button", { name: "Abmelden" }));
  expect(home.url.pathname).toBe("/de");
  home.getByRole("heading", { level: 1, name: /^Gutes Material/ });
  home.getAllByRole("link", { name: "Anmelden / Registrieren" });
});

/** Whether an element is visible at some width with JavaScript on, while all menus and dialogs are closed. */
function isShown(element: Element): boolean {
  const closed = element.closest("details:not([open])");
  const inClosed = closed !== null && !closed.querySelector(":scope > summary")?.contains(element);
  return !inClosed && element.closest("noscript, [hidden], dialog:not([open]), .script-fallback") === null;
}

test("no page has more than one button in optic yellow, the colour of the main action", async () => {
  const own = `/rackets/${(await racketOf(buyer, { name: "Clash 100" })).id}`;
  const member = shop.withoutScripts(buyer);
  const found: string[] = [];
  for (const path of [
    "/",
    own,
    racket,
    "/my-listings",
    "/sell",
    "/sell/racket",
    "/sell/strings",
    "/rackets",
    "/search?q=nothing",
    "/my-earnings",
    "/orders",
    "/messages",
    "/notifications",
    "/notifications/settings",
    "/favorites",
    "/recently-viewed",
    "/cart",
    "/help",
    "/profile",
    "/profile/security",
    "/profile/delete",
    "/preferences/sizes",
    "/sell/business",
    "/sell/business/stock",
  ]) {
    const { document, url } = await member.open(path);
    expect(url.pathname + url.search).toBe(path);
    // The link that skips to the content is visible only while it has the focus.
    const yellow = [...document.querySelectorAll(":is(a, button, summary).bg-ball:not([href='#main'])")]
      .filter(isShown)
      .map(({ textContent }) => textContent);
    if (yellow.length > 1) found.push(`${path}: ${yellow.join(", ")}`);
  }
  expect(found).toEqual([]);
});

test("the footer has its groups of links and the disclaimer [A2.98 A2.99 W2.4.5 W3.2.6]", async () => {
  const { getByRole } = await shop.withoutScripts(null).open("/");
  const footer = getByRole("contentinfo");
  const groups = [...footer.querySelectorAll("nav div")].filter(({ children }) =>
    [...children].some(({ tagName }) => tagName === "H2"),
  );
  expect(
    groups.map((group) => [
      group.querySelector("h2")?.textContent,
      ...[...group.querySelectorAll("a")].map((link) => link.getAttribute("href")),
    ]),
  ).toEqual([
    ["Browse", "/rackets", "/strings", "/bags", "/balls", "/clothes", "/accessories"],
    ["Sell", "/sell", "/sell/business", "/my-listings"],
    ["Help", "/help", "/orders", "/recently-viewed"],
  ]);
  const returns = within(footer).getByRole("link", { name: "30-day returns" });
  expect(returns.getAttribute("href")).toBe("/help#thirty-day-returns");
  expect(footer.textContent).toContain(
    "is not affiliated with the brands sold here and handles account authentication independently.",
  );
});

test("each of eleven pages has its own title [A2.60]", async () => {
  const member = shop.withoutScripts(buyer);
  for (const [path, title] of [
    ["/", "Second Serve"],
    ["/rackets", "Rackets · Second Serve"],
    ["/rackets/new", "New Rackets · Second Serve"],
    ["/rackets/blade", "Blade Rackets · Second Serve"],
    [racket, "Blade 98 no. 12 · Second Serve"],
    ["/sell/racket", "Sell a racket · Second Serve"],
    ["/favorites", "My Favorites · Second Serve"],
    ["/recently-viewed", "Recently Viewed · Second Serve"],
    ["/my-listings", "My Listings · Second Serve"],
    ["/messages", "Messages · Second Serve"],
    ["/nowhere", "Page not found · Second Serve"],
  ] as const)
    expect([path, (await member.open(path)).document.title]).toEqual([path, title]);
});

describe("an error page", () => {
  test.each(["/nowhere", "/rackets/not-a-uuid"])(
    "at %s shows the id of the request and a link to the home page",
    async (path) => {
      const page = await shop.withoutScripts(null).open(path);
      expect(page.status).toBe(404);
      page.getByText("If you contact us, please quote this number:", { exact: false });
      const id = page.headers.get("x-request-id");
      expect(id).toBeTruthy();
      expect(page.document.querySelector("main code")?.textContent).toBe(id);
      page.getByText("Error 404");
      page.main.getByRole("link", { name: "Home" });
    },
  );
});
