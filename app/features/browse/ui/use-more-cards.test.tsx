// @vitest-environment jsdom
import { act } from "react";
import { createRoot } from "react-dom/client";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import type { ListingCard } from "#app/features/listings/view.ts";
import { type MoreCards, useMoreCards } from "./use-more-cards.ts";

afterEach(() => vi.unstubAllGlobals());

let more: MoreCards | undefined;

function List({ cards }: { cards: readonly ListingCard[] }) {
  const paging = { query: "", page: 1, pages: 2, shown: 1, pageSize: 1, favorites: [] };
  more = useMoreCards("/balls", { ...paging, cards });
  return null;
}

test("appended cards are read again when the page is loaded again, such as for another person", async () => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  const card = (id: string) => ({ id }) as ListingCard;
  let favorites = ["second"];
  const fetched: string[] = [];
  let held: Promise<void> | undefined;
  vi.stubGlobal("fetch", async (path: string) => {
    fetched.push(new URL(path, "https://shop.example").searchParams.get("page") ?? "");
    const answer = Response.json({ cards: [card("second")], favorites });
    await held;
    return answer;
  });
  const root = createRoot(document.createElement("div"));
  const load = (cards: readonly ListingCard[]) =>
    act(async () =>
      root.render(
        <MemoryRouter>
          <List cards={cards} />
        </MemoryRouter>,
      ),
    );
  const shown = () => more?.cards.map((one) => [one.id, more?.isFavorite(one)]);

  const first = [card("first")];
  await load(first);
  await act(() => more?.load(false));
  await load(first);
  expect([shown(), fetched]).toEqual([
    [
      ["first", false],
      ["second", true],
    ],
    ["2"],
  ]);
  favorites = [];
  await load([card("first")]);
  expect([shown(), fetched]).toEqual([
    [
      ["first", false],
      ["second", false],
    ],
    ["2", "2"],
  ]);

  // An answer for the person before, which arrives after the page was loaded again, is not shown.
  favorites = ["second"];
  const { promise, resolve } = Promise.withResolvers<void>();
  held = promise;
  await load([card("first")]);
  [favorites, held] = [[], undefined];
  await load([card("first")]);
  await act(async () => resolve());
  expect([shown()?.at(1), fetched]).toEqual([
    ["second", false],
    ["2", "2", "2", "2", "2"],
  ]);
});
