import { expect, test } from "vitest";
import { openShop } from "#tests/support/shop.ts";

const shop = openShop();

test.each([
  ["/terms", "Terms of use"],
  ["/privacy", "Privacy"],
  ["/de/imprint", "Legal notice"],
])("%s is linked from the footer, and says that it is a template", async (path, title) => {
  const visitor = shop.withoutScripts(null);
  const home = await visitor.open(path.startsWith("/de") ? "/de/help" : "/help");
  const links = [...home.document.querySelectorAll<HTMLAnchorElement>("footer a")].map(
    ({ href }) => new URL(href).pathname,
  );
  expect(links).toContain(path);
  const page = await visitor.open(path);
  page.main.getByRole("heading", { level: 1, name: title });
  page.main.getByText(path.startsWith("/de") ? /^Dieser Text ist eine Vorlage/ : /^This text is a template/);
});

test("a heading of a legal page can be linked to", async () => {
  const page = await shop.withoutScripts(null).open("/terms");
  const [heading] = page.main.getAllByRole("heading", { level: 2 });
  expect(heading?.id).toBe(heading?.textContent.toLowerCase().replaceAll(" ", "-"));
});
