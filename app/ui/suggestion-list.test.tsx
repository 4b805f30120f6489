// @vitest-environment jsdom
import { act } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useSuggestionList } from "./suggestion-list.tsx";

const input = document.createElement("input");
const choose = vi.fn();
let active: number | undefined;

function List({ count }: { count: number }) {
  ({ active } = useSuggestionList({
    input: { current: input },
    count,
    opensOnFocus: false,
    onText() {},
    onChange() {},
    onChoose: choose,
  }));
  return null;
}

async function press(key: string): Promise<KeyboardEvent> {
  const event = new KeyboardEvent("keydown", { key, cancelable: true });
  await act(() => input.dispatchEvent(event));
  return event;
}

beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test("no suggestion is active when there are fewer than before, and Enter then submits the form", async () => {
  const root = createRoot(document.createElement("div"));
  await act(() => root.render(<List count={3} />));
  await act(() => input.dispatchEvent(new Event("input")));
  await press("ArrowUp");
  expect(active).toBe(2);
  await act(() => root.render(<List count={1} />));
  expect(active).toBe(-1);
  expect((await press("Enter")).defaultPrevented).toBe(false);
  expect(choose).not.toHaveBeenCalled();
  await act(() => root.unmount());
});
