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
