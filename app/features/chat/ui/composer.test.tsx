// @vitest-environment jsdom
import { act, createRef } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Composer } from "./composer.tsx";

beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test("Enter sends a message, but not while it accepts a word of an input method or with Shift", async () => {
  const field = createRef<HTMLTextAreaElement>();
  const send = vi.fn();
  const container = document.createElement("div");
  document.body.append(container);
  const root = createRoot(container);
  await act(() =>
    root.render(
      <Composer
        field={field}
        text="日本"
        onText={() => {}}
        onSend={send}
        onRiskChange={() => {}}
        sending={false}
        onFiles={() => {}}
        tray={null}
        hasPhotos={false}
      />,
    ),
  );
  const press = (init: KeyboardEventInit) =>
    act(() =>
      field.current?.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, ...init })),
    );
  await press({ isComposing: true });
  // Safari ends the composition before it sends this key.
  await press({ keyCode: 229 });
  await press({ shiftKey: true });
  expect(send).not.toHaveBeenCalled();
  await press({ keyCode: 13 });
  expect(send).toHaveBeenCalledOnce();
  await act(() => root.unmount());
});
