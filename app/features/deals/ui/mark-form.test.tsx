// @vitest-environment jsdom
import { act } from "react";
import { createRoot } from "react-dom/client";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test, vi } from "vitest";
import { MarkForm } from "./mark-form.tsx";

const itemOf = (key: string) => ({
  key,
  name: `Racket ${key}`,
  price: "€100",
  priceCents: 10_000,
  left: 1,
  chosen: true,
});

test("the price is the sum of the chosen items until the seller types one", async () => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  const page = document.body.appendChild(document.createElement("div"));
  const start = {
    dealId: "0199c0de-0000-7000-8000-000000000001",
    items: ["1", "2", "3"].map(itemOf),
    bundle: null,
  };
  const router = createMemoryRouter([{ path: "/", element: <MarkForm start={start} /> }]);
  const root = createRoot(page);
  await act(() => root.render(<RouterProvider router={router} />));
  const price = page.querySelector<HTMLInputElement>("[name=price]");
  const second = page.querySelectorAll<HTMLInputElement>("[name=listing]")[1];
  if (!price || !second) throw new Error(page.innerHTML);
  expect(price.value).toBe("300");
  await act(async () => second.click());
  expect(price.value).toBe("200");
  await act(async () => {
    // React sees a change only of what the prototype's setter wrote.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(price, "190");
    price.dispatchEvent(new Event("input", { bubbles: true }));
  });
  await act(async () => second.click());
  expect([second.checked, price.value]).toEqual([true, "190"]);
  await act(() => root.unmount());
  vi.unstubAllGlobals();
});
