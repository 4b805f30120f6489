import { renderToString } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { CategoryBar } from "./category-bar.tsx";

const CATEGORIES = ["rackets", "strings"].map((plural) => ({
  label: plural,
  href: `/${plural}`,
  entries: [],
  loadFailed: "",
}));

function currentAt(path: string): string[] {
  const html = renderToString(
    <MemoryRouter initialEntries={[path]}>
      <CategoryBar categories={CATEGORIES} />
    </MemoryRouter>,
  );
  return [...html.matchAll(/<a\b[^>]*>/g)]
    .filter(([link]) => link.includes('aria-current="true"'))
    .map(([link]) => /href="([^"]+)"/.exec(link)?.[1] ?? "");
}

test.each([
  ["/rackets", ["/rackets"]],
  ["/rackets/head?page=2", ["/rackets"]],
  ["/strings/0191", ["/strings"]],
  ["/racketsport", []],
  ["/", []],
])("the category bar at %s marks %j", (path, current) => {
  expect(currentAt(path)).toEqual(current);
});
