// @vitest-environment jsdom
import { act } from "react";
import { createRoot } from "react-dom/client";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test, vi } from "vitest";
import { ToastStage } from "./toast-stage.tsx";

test("a refused undo says why", async () => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  const page = document.body.appendChild(document.createElement("div"));
  const undo = { path: "/deals/1", fields: { intent: "undo_sold" } };
  const sent: string[] = [];
  const router = createMemoryRouter([
    { path: "/", element: <ToastStage first={{ title: "Sold", undo }} /> },
    {
      path: "/deals/:id",
      async action({ request }) {
        sent.push(String((await request.formData()).get("intent")));
        return { ok: false, message: "The buyer has confirmed." };
      },
    },
  ]);
  const root = createRoot(page);
  await act(() => root.render(<RouterProvider router={router} />));
  await vi.waitFor(() => expect(page.querySelector("[data-button]")).not.toBeNull(), { timeout: 5000 });
  await act(async () => page.querySelector<HTMLElement>("[data-button]")?.click());
  await vi.waitFor(() => expect(page.textContent).toContain("The buyer has confirmed."), { timeout: 5000 });
  expect(sent).toEqual(["undo_sold"]);
  await act(() => root.unmount());
  vi.unstubAllGlobals();
});
