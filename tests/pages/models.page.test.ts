import { within } from "@testing-library/dom";
import { beforeAll, describe, expect, test } from "vitest";
import type { FetchedPage, NoScriptBrowser } from "#tests/support/no-script-browser.ts";
import { type Person, person } from "#tests/support/people.ts";
import { openShop } from "#tests/support/shop.ts";

const shop = openShop();
const PATH = "/rackets/models/babolat-pure-drive-2021";
let buyer: Person;

beforeAll(async () => {
  buyer = await person("buyer");
});

describe("the page of a model", () => {
  test("shows the figures of the model, and which figures differ between its generations", async () => {
    const page = await shop.withoutScripts(null).open(PATH);
    page.main.getByRole("heading", { level: 1, name: "Babolat Pure Drive 2021" });
    page.main.getByText("None for sale right now");
    page.main.getByText("Weight, unstrung", { selector: "dt" });
    const table = within(page.main.getByRole("table"));
    table.getByRole("columnheader", { name: "2025" });
    expect(table.getByText("2021").getAttribute("aria-current")).toBe("page");
    table.getByRole("rowheader", { name: "Swingweight, strung, These values differ" });
    table.getByRole("rowheader", { name: "Head size" });
    expect(page.document.querySelector('meta[name="robots"]')?.getAttribute("content")).toContain("noindex");
  });

  test("links to the other generations, and to all models of its brand", async () => {
    const visitor = shop.withoutScripts(null);
    const page = await visitor.open(PATH);
    const newer = await visitor.follow(within(page.main.getByRole("table")).getByText("2025"));
    newer.main.getByRole("heading", { level: 1, name: "Babolat Pure Drive 2025" });
    const brand = await visitor.follow(newer.main.getByText("All models by Babolat"));
    brand.main.getByRole("heading", { level: 2, name: /^Babolat/ });
    expect((await visitor.follow(brand.main.getAllByText("2021")[0]!)).status).toBe(200);
  });

  test("has links that fill in the support form for a wrong value", async () => {
    const visitor = shop.withoutScripts(null);
    const page = await visitor.open(PATH);
    const help = await visitor.follow(
      page.main.getByRole("link", { name: "Head size: 100 sq in", hidden: true }),
    );
    const typedIn = (label: RegExp) => (help.main.getByLabelText(label) as HTMLInputElement).value;
    expect(typedIn(/^Link to/)).toBe(PATH);
    expect(typedIn(/^Your message/)).toContain("Babolat Pure Drive 2021, Head size: 100 sq in");
    const again = await shop.withoutScripts(null).open("/help");
    expect((again.main.getByLabelText(/^Your message/) as HTMLTextAreaElement).value).toBe("");
  });

  test("saves a search for the model, and asks a visitor to sign in first", async () => {
    const visitor = shop.withoutScripts(null);
    const page = await visitor.open(PATH);
    const notify = page.main.getByRole("link", { name: "Notify me of new ones" });
    expect((await visitor.follow(notify)).url.pathname).toBe("/auth");
    const member = shop.withoutScripts(buyer);
    const form = await member.follow((await member.open(PATH)).main.getByText("Notify me of new ones"));
    const saved = await member.submit(form.main.getByRole("button", { name: "Save" }));
    expect(saved.url.pathname).toBe(PATH);
    const list = await member.follow(saved.main.getByText("You are notified of new ones"));
    expect(list.main.getAllByRole("link", { name: /Babolat Pure Drive 2021/ })).not.toEqual([]);
  });
});

test("the index of models is linked from its category, and spells brands as their makers do", async () => {
  const visitor = shop.withoutScripts(null);
  for (const [category, title] of [
    ["/rackets", "Racket models"],
    ["/strings", "String models"],
  ] as const) {
    const page = await visitor.open(category);
    const index = await visitor.follow(page.main.getByRole("link", { name: title }));
    index.main.getByRole("heading", { level: 1, name: title });
    const brand = await visitor.follow(index.main.getByRole("link", { name: /^Völkl/ }));
    brand.main.getByRole("heading", { level: 2, name: /^Völkl/ });
  }
  expect((await visitor.open("/bags")).main.queryByRole("link", { name: /models/ })).toBeNull();
});

test("the page of a string model shows its gauges and its material", async () => {
  const page = await shop.withoutScripts(null).open("/strings/models/luxilon-alu-power");
  page.main.getByText("Known gauges", { selector: "dt" });
  page.main.getByText("1.25 mm", { selector: "dd" });
  page.main.getByText("Polyester", { selector: "dd" });
});

describe("a comparison", () => {
  const columns = (page: FetchedPage) =>
    page.main.queryAllByRole("columnheader").map(({ textContent }) => textContent);
  const add = (visitor: NoScriptBrowser, page: FetchedPage, text: string) =>
    visitor.submit(page.main.getByRole("button", { name: "Add" }), { model: text });

  test("starts at the page of a model, and adds other models by typed words", async () => {
    const visitor = shop.withoutScripts(null);
    const start = await visitor.follow(
      (await visitor.open(PATH)).main.getByRole("link", { name: "Compare" }),
    );
    expect(columns(start)).toEqual(["Babolat Pure Drive 2021"]);
    const two = await add(visitor, start, "blade 98 v8");
    expect(two.url.search).toBe("?model=babolat-pure-drive-2021&model=wilson-blade-98-16x19-v8-2021");
    two.main.getByRole("rowheader", { name: "Head size, These values differ" });
    two.main.getByRole("rowheader", { name: "String pattern" });
    const unknown = await add(visitor, two, "qzxv");
    unknown.main.getByText("We do not know this model.");
    expect(columns(unknown)).toEqual(columns(two));
    const one = await visitor.follow(
      two.main.getByRole("link", { name: "Remove Babolat Pure Drive 2021 from the comparison" }),
    );
    expect(columns(one)).toEqual(["Wilson Blade 98 16x19 v8 2021"]);
  });

  test("has at most four models, each once", async () => {
    const slugs = ["2025", "2021", "2021", "2018", "2017", "2015"].map(
      (year) => `babolat-pure-drive-${year}`,
    );
    const query = new URLSearchParams(slugs.map((slug) => ["model", slug]));
    const page = await shop.withoutScripts(null).open(`/rackets/compare?${query}`);
    expect(columns(page)).toEqual(
      ["2025", "2021", "2018", "2017"].map((year) => `Babolat Pure Drive ${year}`),
    );
    page.main.getByText("These are 4 models, the maximum. Remove one to add another.");
    expect(page.main.queryByLabelText(/^Add a model/)).toBeNull();
  });

  test("may be empty, and is marked as noindex", async () => {
    const page = await shop.withoutScripts(null).open("/strings/compare?model=&x=1");
    expect(page.url.search).toBe("");
    page.main.getByRole("heading", { level: 1, name: "Compare strings" });
    expect(page.document.querySelector('meta[name="robots"]')?.getAttribute("content")).toContain("noindex");
  });
});
