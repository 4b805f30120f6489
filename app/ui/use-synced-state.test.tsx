// @vitest-environment jsdom
import { act, startTransition } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useStateResetBy } from "./use-synced-state.ts";

let root: Root;
let shown: string;
let change: (next: (known: string) => string) => void;

function Part({ source }: { source: string }) {
  [shown, change] = useStateResetBy(source, (before?: string) => `${source} after ${before}`);
  return null;
}

beforeEach(async () => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  root = createRoot(document.createElement("div"));
  await act(() => root.render(<Part source="one" />));
});
afterEach(async () => {
  await act(() => root.unmount());
  vi.unstubAllGlobals();
});

test("useStateResetBy resets the state when its source changes, and passes the previous state to `initial`", async () => {
  expect(shown).toBe("one after undefined");
  await act(() => change((known) => `${known}!`));
  expect(shown).toBe("one after undefined!");
  await act(() => root.render(<Part source="two" />));
  expect(shown).toBe("two after one after undefined!");
});

test("useStateResetBy resets the state even while a transition is pending", async () => {
  await act(() => {
    startTransition(() => change(() => "late"));
    root.render(<Part source="two" />);
  });
  expect(shown).toMatch(/^two after/);
});
