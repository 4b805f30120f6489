// @vitest-environment jsdom
import { act } from "react";
import { createRoot } from "react-dom/client";
import { type ActionFunction, createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { showToast } from "./toast.ts";
import { ToastStage } from "./toast-stage.tsx";

let page: HTMLElement;
let unmount: () => void;

beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  page = document.body.appendChild(document.createElement("div"));
});
afterEach(async () => {
  await act(() => unmount());
  page.remove();
  vi.unstubAllGlobals();
});

const sold = (deal: string) => ({
  title: `Sold ${deal}`,
  undo: { path: `/deals/${deal}`, fields: { intent: "undo_sold" } },
});

/** Shows a toast with an undo, whose form `action` answers. */
async function render(action: ActionFunction): Promise<void> {
  const router = createMemoryRouter([
    { path: "/", element: <ToastStage first={sold("1")} /> },
    { path: "/deals/:id", action },
  ]);
  const root = createRoot(page);
  unmount = () => root.unmount();
  await act(() => root.render(<RouterProvider router={router} />));
}

async function pressUndo(title: string): Promise<void> {
  const toast = () =>
    [...page.querySelectorAll("[data-sonner-toast]")].find((one) => one.textContent?.includes(title));
  const button = () => toast()?.querySelector<HTMLElement>("[data-button]");
  await vi.waitFor(() => expect(button()).toBeTruthy(), { timeout: 5000 });
  await act(async () => button()?.click());
}

test("a refused undo says why", async () => {
  const sent: string[] = [];
  await render(async ({ request }) => {
    sent.push(String((await request.formData()).get("intent")));
    return { ok: false, message: "The buyer has confirmed." };
  });
  await pressUndo("Sold 1");
  await vi.waitFor(() => expect(page.textContent).toContain("The buyer has confirmed."), { timeout: 5000 });
  expect(sent).toEqual(["undo_sold"]);
});

test("a second undo waits for the first, and does not end it", async () => {
  const first = Promise.withResolvers<void>();
  const seen: string[] = [];
  await render(async ({ request, params: { id } }) => {
    seen.push(`${id} is sent`);
    if (id === "1") await first.promise;
    seen.push(`${id} ${request.signal.aborted ? "is ended" : "is done"}`);
    return { ok: true };
  });
  await pressUndo("Sold 1");
  await act(() => showToast(sold("2")));
  await pressUndo("Sold 2");
  expect(seen).toEqual(["1 is sent"]);
  await act(async () => first.resolve());
  await vi.waitFor(() => expect(seen).toHaveLength(4), { timeout: 5000 });
  expect(seen).toEqual(["1 is sent", "1 is done", "2 is sent", "2 is done"]);
});
