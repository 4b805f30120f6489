import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import type { ListingDetail } from "../view.ts";
import { ListingPage } from "./listing-page.tsx";

const listing: ListingDetail = {
  type: "racket",
  id: "1",
  path: "/rackets/1",
  name: "Blade 98",
  brand: null,
  approximately: null,
  price: "€80.00",
  status: "available",
  available: null,
  photo: { drawing: [] },
  place: null,
  distance: null,
  listed: "Nov 20, 2026",
  listedAt: "2026-11-20T09:00:00.000Z",
  facts: [],
  own: false,
  quantity: 1,
  hiddenNote: null,
  mayEdit: false,
  mayDelete: false,
  deleteFailed: "",
  description: "",
  photos: [],
  rows: [],
  seller: { id: "2", username: "", avatarUrl: null },
  actions: [],
  offers: true,
};

test.each([
  ["Steffi", "Steffi"],
  ["", "Unknown User"],
])("a seller whose name is %j is shown as %s [M2.73]", (username, shown) => {
  const page = { listing: { ...listing, seller: { ...listing.seller, username } } };
  const html = renderToStaticMarkup(
    createElement(
      MemoryRouter,
      null,
      createElement(ListingPage, {
        ...page,
        back: null,
        heart: null,
        actions: null,
        rating: null,
        sellerFacts: [],
        model: null,
        order: null,
      }),
    ),
  );
  expect(html).toMatch(new RegExp(`<bdi[^>]*>${shown}</bdi>`));
});
