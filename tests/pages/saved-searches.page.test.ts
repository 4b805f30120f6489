import { beforeAll, expect, test } from "vitest";
import type { FetchedPage } from "#tests/support/no-script-browser.ts";
import { person, racketOf } from "#tests/support/people.ts";
import { openShop } from "#tests/support/shop.ts";

const shop = openShop();
const SAVED = "/favorites?tab=searches";

beforeAll(async () => {
  await racketOf(await person("seller"), { name: "Blade 98 v8", cents: 14_000 });
});

const save = (page: FetchedPage) => page.main.getByRole("button", { name: "Save this search" });
const isSaved = (page: FetchedPage) => page.main.getByRole("button", { name: /^Saved/ });
const toggle = (page: FetchedPage) => page.main.getByRole<HTMLInputElement>("switch");

test("a search is saved without JavaScript, its notices are switched off, and it is removed", async () => {
  const browser = shop.withoutScripts(await person("plain"));
  const saved = await browser.submit(save(await browser.open("/rackets?brand=Wilson")));
  isSaved(saved);
  expect(saved.url.search).toBe("?brand=Wilson");
  const list = await browser.open(SAVED);
  expect(toggle(list).checked).toBe(true);
  toggle(list).checked = false;
  const off = await browser.submit(list.main.getByRole("button", { name: "Apply" }));
  expect(toggle(off).checked).toBe(false);
  const none = await browser.submit(off.main.getByRole("button", { name: /^Remove/ }));
  none.getByText("No saved searches yet");
});

test("a search of all categories is saved and renamed, and needs a name", async () => {
  const browser = shop.withoutScripts(await person("fan"));
  isSaved(await browser.submit(save(await browser.open("/search?q=blade"))));
  const list = await browser.open(SAVED);
  const form = await browser.follow(list.main.getByRole("link", { name: /^Rename/ }));
  const field = form.main.getByLabelText<HTMLInputElement>("Name");
  const button = form.main.getByRole("button", { name: "Save" });
  const refused = await browser.submit(button, { [field.name]: "" });
  expect(refused.main.getByLabelText<HTMLInputElement>("Name").value).toBe("");
  refused.main.getByRole("link", { name: "Give the search a name" });
  const renamed = await browser.submit(refused.main.getByRole("button", { name: "Save" }), {
    [field.name]: "Every blade",
  });
  expect(renamed.url.pathname + renamed.url.search).toBe(SAVED);
  expect(renamed.main.getByRole("heading", { level: 2 }).textContent).toContain("Every blade");
});

test("a visitor's search is saved once the visitor has signed in", async () => {
  const visitor = shop.withoutScripts(null);
  const found = await visitor.open("/rackets?q=blade");
  const auth = await visitor.follow(found.getByRole("link", { name: "Save this search" }));
  expect(auth.url.pathname).toBe("/auth");
  const browser = shop.withoutScripts(await person("back"));
  const form = await browser.open(auth.url.searchParams.get("next") ?? "");
  expect(form.main.getByLabelText<HTMLInputElement>("Name").value).toBe("blade · Rackets");
  const saved = await browser.submit(form.main.getByRole("button", { name: "Save" }));
  expect(saved.url.pathname + saved.url.search).toBe("/rackets?q=blade");
  isSaved(saved);
});
