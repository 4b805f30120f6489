import { describe, expect, test } from "vitest";
import { parseSearch } from "#app/domain/categories/derive/search.ts";
import { racket } from "#app/domain/categories/racket.ts";
import { updateDictionary } from "#app/features/search/dictionary/dictionary.server.ts";
import { searchListings } from "#app/features/search/search.server.ts";
import { inRequest, type RequestContext } from "#app/platform/request-context.server.ts";
import { loader } from "#app/routes/assistant/suggestions.route.ts";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person } from "#tests/support/people.ts";
import { updateRows } from "#tests/support/rows.ts";
import { listingOf } from "#tests/support/samples.ts";
import { type Outcome, Visitor } from "#tests/support/visitor.ts";
import type { SuggestionsView } from "./ui/suggestions.tsx";

const BEGINNER = "category=senior&minHeadsize=100&maxHeadsize=115&maxWeight=285";

let seller: Person;
let stranger: Person;

openDatabase(async () => {
  [seller, stranger] = [await person("seller"), await person("stranger")];
  const rackets = [
    ["Clash 108", "Wilson", 9_000, { headsize: 108, weight: 280 }],
    ["Pro Staff RF", "Wilson", 15_000, { headsize: 97 }],
    ["Pure Drive", "Babolat", 20_000, { headsize: 100, weight: 300 }],
    ["Boost", "Babolat", 6_000, { headsize: 105, weight: 260, color: "Blue" }],
    ["Mini 25", "Head", 3_000, { headsize: 100, category: "junior", weight: 240, gripsize: "0" }],
    ["Advice", "Yonex", 25_000, { headsize: 95 }],
  ] as const;
  for (const [name, brand, cents, attributes] of rackets)
    await listingOf(seller, "racket", { name, brand, cents, attributes });
  await listingOf(seller, "string", { name: "ALU Power", brand: "Luxilon" });
  await listingOf(stranger, "string", { name: "Champion's Choice", attributes: { material: "natural gut" } });
  await updateDictionary();
});

async function ask(q: string, who: Visitor = new Visitor()): Promise<Outcome> {
  const outcome = await who.open(loader, `/assistant/suggestions?${new URLSearchParams({ q })}`);
  return { ...outcome, data: JSON.parse(String(outcome.data)) };
}

async function suggested(q: string, who?: Visitor) {
  const { status, data } = await ask(q, who);
  expect(status).toBe(200);
  return data as SuggestionsView;
}

const names = ({ cards }: SuggestionsView) => cards.map(({ name }) => name).sort();

describe("the suggestions for a question", () => {
  test("are up to three listings of the type that the reply names, with a link to all results", async () => {
    const view = await suggested("I need a racket");
    expect(view).toMatchObject({ nearest: false, label: "Rackets", count: "6 results", href: "/rackets" });
    expect(view.cards).toHaveLength(3);
    expect(Object.keys(view.cards[0] ?? {}).sort()).toEqual(
      ["approximately", "facts", "id", "name", "path", "photo", "price", "status", "type"].sort(),
    );
    expect(view.cards[0]?.path).toBe(`/rackets/${view.cards[0]?.id}`);
    expect((await suggested("which string?")).href).toBe("/strings");
  });

  test("for a beginner are adult rackets with a head of 100 to 115 sq in and at most 285 g, as the link and the cards show", async () => {
    const view = await suggested("beginner racket");
    expect(view.href).toBe(`/rackets?${BEGINNER}`);
    expect(names(view)).toEqual(["Boost", "Clash 108"]);
    const [first] = view.cards.filter(({ name }) => name === "Boost");
    expect(first?.facts.map(({ value }) => value)).toContain("260 g");
    expect(names(await suggested("beginner racket under 100"))).toEqual(["Boost", "Clash 108"]);
    expect((await suggested("how do I start playing")).href).toBe(view.href);
  });

  test.each([
    "beginner racket for my daughter",
    "a racket for a 9 year old who begins",
    "Schläger für mein Kind",
    "raquette pour mon fils",
    "racket voor kinderen",
  ])("for a child are junior rackets: %j", async (question) => {
    const view = await suggested(question);
    expect(view).toMatchObject({ href: "/rackets?category=junior", nearest: false });
    expect(names(view)).toEqual(["Mini 25"]);
  });

  test("for a child include no adult racket, even when there is nothing else", async () => {
    await updateRows("listings", { name: "Mini 25" }, { quantity: 0 });
    expect(names(await suggested("racket for my son"))).toEqual([]);
    await updateRows("listings", { name: "Mini 25" }, { quantity: 1 });
  });

  test.each(["what kind of racket", "a Wilson racket for the season", "a racket for a 40 year old"])(
    "are not limited to children's rackets for %j",
    async (question) => expect((await suggested(question)).href).not.toContain("junior"),
  );

  test("respect level, brand, colour, measure and budget", async () => {
    const junior = await suggested("beginner racket for a junior");
    expect(junior.href).toBe("/rackets?category=junior");
    expect(names(junior)).toEqual(["Mini 25"]);
    const wilson = await suggested("Which Wilson racket can I get for under €100?");
    expect(wilson.href).toBe("/rackets?q=Wilson&maxPrice=100");
    expect(names(wilson)).toEqual(["Clash 108"]);
    expect(names(await suggested("a babolt racket"))).toEqual(["Boost", "Pure Drive"]);
    expect(names(await suggested("a blue racket please"))).toEqual(["Boost"]);
    expect(names(await suggested("racket of 97 sq in"))).toEqual(["Pro Staff RF"]);
    expect(names(await suggested("the Pro Staff racket"))).toEqual(["Pro Staff RF"]);
    expect(names(await suggested("natural gut string"))).toEqual(["Champion's Choice"]);
  });

  test.each([
    ["a Wilson racket for under €100", { maxPrice: "100" }],
    ["Wilson Schläger unter 160 Euro", { maxPrice: "160" }],
    ["raquette, budget 70", { maxPrice: "70" }],
    ["racket over 50 and under 90", { minPrice: "50", maxPrice: "90" }],
    ["racket between 210 and 300 euro", { minPrice: "210", maxPrice: "300" }],
    ["beginner racket", { category: "senior", minHeadsize: "100", maxHeadsize: "115", maxWeight: "285" }],
    ["racket for my 9 year old", { category: "junior" }],
    ["beginner racket for my daughter", { category: "junior" }],
    ["racket of 97 sq in", {}],
    ["Babolat racket under 300 g", {}],
  ])("for %j are what a search for the same sentence finds", async (question, filters) => {
    const view = await suggested(question);
    const params = new URLSearchParams(view.href.split("?")[1]);
    params.delete("q");
    expect(Object.fromEntries(params)).toEqual(filters);
    const search = parseSearch(racket, new URLSearchParams({ q: question }));
    const context = { meaning: null, centre: null, viewerId: null, pageSize: 10, now: new Date() };
    const found = await searchListings(racket, search, context);
    expect(view.nearest).toBe(false);
    expect(names(view)).toEqual(found.rows.map(({ name }) => name).sort());
  });

  test("ignore words that most questions have", async () => {
    expect((await suggested("I want advice on a good racket with power and control")).href).not.toContain(
      "advice",
    );
  });

  test("match only some of the criteria when nothing matches all, and say so", async () => {
    const view = await suggested("Yonex racket for a beginner under 100");
    expect(view).toMatchObject({
      nearest: true,
      href: `/rackets?${BEGINNER}&maxPrice=100`,
    });
    expect(names(view)).toEqual(["Boost", "Clash 108"]);
    expect((await suggested("racket under 1 euro")).nearest).toBe(true);
  });

  test("have a label and a link without the criteria that were left out", async () => {
    const grip = await suggested("Wilson racket grip 5");
    expect(grip).toMatchObject({ nearest: true, href: "/rackets?q=Wilson" });
    expect(grip.label).not.toContain("grip 5");
    expect(names(grip)).toEqual(["Clash 108", "Pro Staff RF"]);
    expect(await suggested("a Wilson racket")).toMatchObject({ nearest: false, href: "/rackets?q=Wilson" });
  });

  test("leave out the viewer's own listings, and are otherwise the same for everybody", async () => {
    expect(names(await suggested("string advice", stranger.visitor))).toEqual(["ALU Power"]);
    expect(names(await suggested("string advice"))).toEqual(["ALU Power", "Champion's Choice"]);
    expect(names(await suggested("racket", seller.visitor))).toEqual([]);
    expect(await suggested("racket", stranger.visitor)).toEqual(await suggested("racket"));
  });

  test("are cached for visitors until a listing changes, and never for signed-in people", async () => {
    const tags = async (who: Visitor) => {
      const context: RequestContext = { id: "test", locale: "en-GB" };
      await inRequest(context, () => ask("racket", who));
      return context.cacheTags;
    };
    expect(await tags(new Visitor())).toContain("racket");
    expect(await tags(stranger.visitor)).toBeUndefined();
  });
});

describe("an unusual question", () => {
  test.each([
    "",
    "  ",
    "hello",
    "preferences",
    "\0",
    "racket\0",
    "🎾",
    "مضرب تنس",
    "<script>alert(1)</script>",
  ])("is answered with 404 and an error message when nothing is found: %j", async (q) => {
    const { status, data } = await ask(q);
    expect(status).toBe(404);
    expect(data).toMatchObject({ message: expect.any(String) });
  });

  test.each([
    "racket 🎾🎾",
    "racket ' \" \\ | & <-> :* (",
    "racket <b>",
    "racket مضرب",
    `racket ${"x".repeat(20_000)}`,
    `racket ${"wilson ".repeat(500)}`,
  ])("finds listings if it names gear", async (q) => {
    expect((await suggested(q)).cards.length).toBeGreaterThan(0);
  });
});

test("after 120 questions a visitor is refused, and told when to ask again; signed-in people are not", async () => {
  const visitor = new Visitor();
  visitor.address = "198.51.100.7";
  for (let n = 0; n < 120; n += 1) expect((await ask("hello", visitor)).status).toBe(404);
  const { status, headers, data } = await ask("racket", visitor);
  expect(status).toBe(429);
  expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
  expect(data).toMatchObject({ message: expect.stringContaining("Too many attempts") });
  expect((await ask("racket")).status).toBe(200);
  stranger.visitor.address = "198.51.100.7";
  expect((await ask("racket", stranger.visitor)).status).toBe(200);
});
