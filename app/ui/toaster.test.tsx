// @vitest-environment jsdom
import { act } from "react";
import { createRoot } from "react-dom/client";
import { type ActionFunction, createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { showToast, type Toast } from "./toast.ts";
import { Toaster } from "./toaster.tsx";
import { afterNextPaint } from "./use-timer.ts";

let page: HTMLElement;
let unmount: () => void;

beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  page = document.body.appendChild(document.createElement("div"));
});
afterEach(async () => {
  await act(() => unmount());
  page.remove();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const sold = (deal: string) => ({
  title: `Sold ${deal}`,
  undo: { path: `/deals/${deal}`, fields: { intent: "undo_sold" } },
});

/** Shows a toast; `action` answers the form of an undo. */
async function render(toast: Toast, action: ActionFunction = () => null): Promise<void> {
  const router = createMemoryRouter([
    { path: "/", element: <Toaster /> },
    { path: "/deals/:id", action },
  ]);
  const root = createRoot(page);
  unmount = () => root.unmount();
  await act(() => root.render(<RouterProvider router={router} />));
  await act(() => showToast(toast));
}

const shown = () => page.querySelector<HTMLElement>("[data-toast]");

async function pressUndo(title: string): Promise<void> {
  expect(shown()?.textContent).toContain(title);
  await act(async () => shown()?.querySelector("button")?.click());
}

test("a refused undo says why", async () => {
  const sent: string[] = [];
  await render(sold("1"), async ({ request }) => {
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
  await render(sold("1"), async ({ request, params: { id } }) => {
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

test("a toast stays while it has the focus and while its tab is hidden, and then for the rest of its time", async () => {
  vi.useFakeTimers();
  const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
  await render({ title: "Saved" });
  await pass(4_000);
  await act(() => shown()?.querySelector("button")?.focus());
  await pass(60_000);
  await act(() => (document.activeElement as HTMLElement).blur());
  const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  await pass(60_000);
  hidden.mockRestore();
  await pass(800);
  expect(shown()?.textContent).toBe("Saved");
  await pass(300);
  expect(shown()).toBeNull();
});

test.each([
  ["a swipe", "touch", 60, false],
  ["a tap", "touch", 3, true],
  ["marking its text with the mouse", "mouse", 60, true],
])("after %s on a toast, of type %s over %i px, it is open: %s", async (_, pointerType, distance, open) => {
  await render({ title: "Saved" });
  await act(() => {
    for (const [type, clientX] of [
      ["pointerdown", 100],
      ["pointerup", 100 + distance],
    ] as const)
      shown()?.dispatchEvent(new PointerEvent(type, { pointerType, clientX, bubbles: true }));
  });
  expect(shown() !== null).toBe(open);
});

describe("the first place of a toast", () => {
  /** Its `bottom`. Like the toast's own, this look comes after the next paint. */
  const measured = async () => {
    await act(() => new Promise<void>((painted) => afterNextPaint(painted)));
    return shown()?.style.bottom;
  };
  /** jsdom has no layout. */
  function put(element: HTMLElement, top: number, height: number): void {
    element.getBoundingClientRect = () => new DOMRect(0, top, 300, height);
    page.after(element);
  }
  const element = (html: string) =>
    Object.assign(document.createElement("div"), { innerHTML: html }).firstElementChild as HTMLElement;
  beforeEach(() => {
    vi.stubGlobal("innerHeight", 780);
    Object.assign(Element.prototype, { checkVisibility: () => true });
    document.documentElement.style.setProperty("--safe-bottom", "34px");
  });
  afterEach(() => {
    document.documentElement.removeAttribute("style");
    while (page.nextSibling) page.nextSibling.remove();
  });

  test("is above what the system draws at the bottom", async () => {
    await render({ title: "Saved" });
    expect(await measured()).toBe("50px");
  });

  test("is above a bar, whose height contains that already", async () => {
    put(element(`<nav data-bottom-bar=""></nav>`), 690, 90);
    await render({ title: "Saved" });
    expect(await measured()).toBe("106px");
  });

  test.each(["dialog", "alertdialog"])("is above a button of a %s that it would cover", async (role) => {
    vi.stubGlobal("innerWidth", 390);
    vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(64);
    const dialog = element(`<div role="${role}"><button>Delete</button></div>`);
    put(dialog, 500, 280);
    (dialog.firstElementChild as HTMLElement).getBoundingClientRect = () => new DOMRect(0, 650, 300, 44);
    await render({ title: "Saved" });
    expect(await measured()).toBe("138px");
  });
});
