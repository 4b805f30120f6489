// @vitest-environment jsdom
import { act, useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { noteEarlyInput, useEarlyInput } from "./early-input.ts";

/** The text in the state of the component. */
let componentText = "";
let renderAgain = () => {};
/** Runs after the effect that takes the early input, and before the task that replays it. */
let meanwhile = () => {};

function Page({ initial, isControlled }: { initial: string; isControlled: boolean }) {
  const [text, setText] = useState(initial);
  const [, setRenders] = useState(0);
  componentText = text;
  renderAgain = () => flushSync(() => setRenders(1));
  useEarlyInput();
  useEffect(() => queueMicrotask(meanwhile), []);
  const value = isControlled ? { value: text } : { defaultValue: initial };
  return (
    <main>
      <input name="text" onInput={(event) => setText(event.currentTarget.value)} {...value} />
    </main>
  );
}

const field = () => document.querySelector("input") as HTMLInputElement;

/** As a browser does: React does not observe it. */
function change(text: string): void {
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value") ?? {};
  set?.call(field(), text);
  field().dispatchEvent(new Event("input", { bubbles: true }));
}

beforeEach(() => vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true));
afterEach(() => vi.unstubAllGlobals());

test.each([
  [
    "that React does not control has all that is typed until then",
    "",
    false,
    "St",
    () => change("Ste"),
    "Ste",
  ],
  ["that React controls has all that is typed until then", "", true, "St", () => change("Ste"), "Ste"],
  ["that React has reset is what it was", "Amsterdam", true, "Ams", () => renderAgain(), "Ams"],
])("when a page comes to life, a field %s", async (_, initial, isControlled, typed, then, text) => {
  const page = <Page initial={initial} isControlled={isControlled} />;
  document.body.innerHTML = `<div>${renderToString(page)}</div>`;
  noteEarlyInput();
  change(typed);
  meanwhile = then;
  const root = await act(() => hydrateRoot(document.body.firstElementChild as Element, page));
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  expect([field().value, componentText]).toEqual([text, text]);
  await act(() => root.unmount());
});
