// @vitest-environment jsdom
import { act, useState } from "react";
import { createRoot } from "react-dom/client";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test, vi } from "vitest";
import type { AnswersDetails } from "../view.ts";
import { AnswersForm } from "./answers-form.tsx";

function detailsOf(...currencies: readonly string[]): AnswersDetails {
  return {
    ...{ id: "1", shape: "own:1", title: "stock.csv", answeredAt: null, waiting: [] },
    answers: { currencies: { USD: "out" } },
    questions: {
      ...{ rows: 2, prices: [], isPriceSure: true, noType: 0, noCondition: 0, notForSale: 0 },
      currencies: currencies.map((currency) => ({ currency, count: 1, samples: [] })),
    },
  };
}

const LABELS = { columns: {}, types: [], conditions: [] };

function Page() {
  const [currencies, setCurrencies] = useState(["USD"]);
  return (
    <>
      <button type="button" id="other" onClick={() => setCurrencies(["GBP", "USD"])}>
        Another file
      </button>
      <AnswersForm details={detailsOf(...currencies)} rates={[]} labels={LABELS} answer={undefined} />
    </>
  );
}

test("what another file asks meanwhile gets no answer that was shown for something else", async () => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  const page = document.body.appendChild(document.createElement("div"));
  const router = createMemoryRouter([{ path: "/", element: <Page /> }]);
  const root = createRoot(page);
  await act(() => root.render(<RouterProvider router={router} />));
  const valuesOf = (name: string) =>
    [...page.querySelectorAll<HTMLInputElement | HTMLSelectElement>(`[name=${name}]`)].map(
      ({ value }) => value,
    );
  const given = () => [valuesOf("currency"), valuesOf("way")];
  expect(given()).toEqual([["USD"], ["out"]]);
  await act(async () => page.querySelector<HTMLButtonElement>("#other")?.click());
  expect(given()).toEqual([["USD"], ["out"]]);
  await act(() => root.unmount());
  page.remove();
  vi.unstubAllGlobals();
});
