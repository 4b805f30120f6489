import type { RouteConfigEntry } from "@react-router/dev/routes";
import { expect, test } from "vitest";
import { INDEXING, indexingOf } from "#app/domain/indexing.ts";
import routes from "#app/routes.ts";
import { failureText } from "./source.ts";

/** The URL path of every route, such as "/rackets/:id". */
function addresses(entries: readonly RouteConfigEntry[], above = ""): string[] {
  return entries.flatMap((entry) => {
    const own = entry.path === undefined ? above : `${above}/${entry.path.replace(/^\/|\/$/g, "")}`;
    const inside = addresses(entry.children ?? [], own);
    return entry.path === undefined && !entry.index ? inside : [own || "/", ...inside];
  });
}

const all = addresses(await routes).map((address) => (address === "/*" ? "*" : address));

test("for every route, app/domain/indexing.ts says whether search engines may index it", () => {
  const unlisted = all.filter((address) => indexingOf(address) === undefined);
  expect(failureText("Say it in app/domain/indexing.ts.", unlisted)).toBe("");
});

test("app/domain/indexing.ts lists no path without a route", () => {
  const unknown = Object.entries(INDEXING)
    // A closed path includes the paths below it.
    .filter(
      ([place, how]) =>
        !all.some((address) => (how === "closed" ? address.startsWith(place) : address === place)),
    )
    .map(([place]) => place);
  expect(failureText("Take it out of app/domain/indexing.ts.", unknown)).toBe("");
});
