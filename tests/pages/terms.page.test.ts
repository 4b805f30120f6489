import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { person } from "#tests/support/people.ts";
import { openShop } from "#tests/support/shop.ts";

const folder = mkdtempSync(path.join(tmpdir(), "second-serve-terms-"));
writeFileSync(path.join(folder, "terms.md"), "Version: one\n# Our terms\nBe fair.\n");
afterAll(() => rmSync(folder, { recursive: true }));

const shop = openShop({ LEGAL_DIR: folder });

test.each([
  ["", "By creating an account, you accept our terms:"],
  ["/en-us", "By creating an account, you accept our terms:"],
  ["/nl", "Door een account aan te maken, ga je akkoord met onze voorwaarden:"],
  ["/de", "Mit der Registrierung akzeptierst du unsere Nutzungsbedingungen:"],
  ["/fr", "En créant un compte, vous acceptez nos conditions\u00a0:"],
])("the form to sign up at %s/auth links to the terms to be accepted", async (language, text) => {
  const page = await shop.withoutScripts(null).open(`${language}/auth?mode=signup`);
  const said = page.main.getByText((_, element) => element?.textContent?.startsWith(text) ?? false, {
    selector: "p",
  });
  expect([...said.querySelectorAll("a")].map(({ href }) => new URL(href).pathname)).toEqual([
    `${language}/terms`,
    `${language}/privacy`,
  ]);
  expect(said.querySelector("input")?.value).toBe("one");
});

test("terms are accepted without JavaScript from another page, which is then shown again", async () => {
  const browser = shop.withoutScripts(await person());
  const help = await browser.open("/help");
  const page = await browser.follow(help.getByRole("link", { name: "Read and accept" }));
  page.main.getByRole("heading", { level: 1, name: "Our terms" });
  const back = await browser.submit(page.main.getByRole("button", { name: "Accept the terms" }));
  expect(back.url.pathname).toBe("/help");
  expect(back.queryByRole("link", { name: "Read and accept" })).toBeNull();
});
