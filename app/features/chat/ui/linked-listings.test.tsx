// @vitest-environment jsdom
import { act } from "react";
import { createRoot } from "react-dom/client";
import { MemoryRouter } from "react-router";
import { expect, test, vi } from "vitest";
import { LinkedListings } from "./linked-listings.tsx";

const CARD = {
  name: "Blade 98",
  path: "/rackets/1",
  available: true,
  status: "available",
  price: "€129.50",
  approximately: null,
  photo: null,
};

test("the cards of a message that could not be read are read again when the connection is back", async () => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      readonly #arrive: (crossings: { isIntersecting: boolean }[]) => void;
      constructor(arrive: (crossings: { isIntersecting: boolean }[]) => void) {
        this.#arrive = arrive;
      }
      observe() {
        queueMicrotask(() => this.#arrive([{ isIntersecting: true }]));
      }
      disconnect() {}
    },
  );
  const asked: string[] = [];
  let isOnline = false;
  vi.stubGlobal("fetch", async (path: string) => {
    asked.push(path);
    if (!isOnline) throw new TypeError("Failed to fetch");
    return Response.json({ listings: [CARD, null] });
  });
  const page = document.body.appendChild(document.createElement("div"));
  const root = createRoot(page);
  await act(async () =>
    root.render(
      <MemoryRouter>
        <LinkedListings keys={["rackets/1", "rackets/2"]} />
      </MemoryRouter>,
    ),
  );
  expect(page.textContent).toBe("");
  isOnline = true;
  await act(async () => window.dispatchEvent(new Event("online")));
  expect(page.textContent).toContain("Blade 98");
  expect(asked).toEqual(Array(2).fill("/chat/linked?listing=rackets%2F1&listing=rackets%2F2"));
  await act(async () => root.unmount());
  page.remove();
  vi.unstubAllGlobals();
});
