import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Unsent } from "../thread.ts";
import { loadUnsent, removedIds, saveUnsent } from "./draft.ts";

const KEY = { userId: "buyer", roomId: "room" };
const unsent = (clientId: string, state: Unsent["state"] = "sending"): Unsent => ({
  clientId,
  message: `message ${clientId}`,
  state,
});
const ids = () => loadUnsent(KEY).map(({ clientId }) => clientId);

beforeEach(() => {
  const entries = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => entries.get(name) ?? null,
    setItem: (name: string, value: string) => entries.set(name, value),
    removeItem: (name: string) => entries.delete(name),
  });
});
afterEach(() => vi.unstubAllGlobals());

test("unsent messages of two tabs keep the order in which they were written", () => {
  saveUnsent(KEY, [], [unsent("first")]);
  saveUnsent(KEY, [], [unsent("second")]);
  // The first tab detects its timeout after the second tab has stored its message.
  saveUnsent(KEY, [unsent("first")], [unsent("first", "waiting")]);
  expect(loadUnsent(KEY)).toEqual([unsent("first", "waiting"), unsent("second")]);
});

test("a tab removes its own unsent messages from localStorage when they are sent, and no others", () => {
  saveUnsent(KEY, [], [unsent("first"), unsent("third")]);
  saveUnsent(KEY, [], [unsent("second")]);
  saveUnsent(KEY, [unsent("first"), unsent("third")], [unsent("third")]);
  expect(ids()).toEqual(["third", "second"]);
  saveUnsent(KEY, [unsent("third")], []);
  saveUnsent(KEY, [unsent("second")], []);
  expect(ids()).toEqual([]);
});

test("removedIds returns the ids of messages that another tab sent or discarded", () => {
  const entry = (...ids: string[]) => JSON.stringify(ids.map((id) => unsent(id)));
  expect(removedIds(entry("first", "second"), entry("second", "third"))).toEqual(["first"]);
  expect(removedIds(entry("first"), null)).toEqual(["first"]);
  expect(removedIds(null, entry("first"))).toEqual([]);
  expect(removedIds("not JSON", "{}")).toEqual([]);
});
