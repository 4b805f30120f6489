import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { LoadGate } from "./load-gate.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

const stays = () => false;

/** A page that is rendered until `end` is called. */
function page(gate: LoadGate, hasLeft = stays) {
  const { promise, resolve: end } = Promise.withResolvers<string>();
  const work = vi.fn(() => promise);
  return { end: () => end("page"), work, result: gate.run(work, hasLeft) };
}

test("pages above the limit wait for their turn, first come, first served", async () => {
  const gate = new LoadGate({ most: 2, patienceMs: 5_000 });
  const pages = [1, 2, 3, 4].map(() => page(gate));
  const begun = () => pages.map(({ work }) => work.mock.calls.length);
  expect(begun()).toEqual([1, 1, 0, 0]);
  for (const [at, after] of [
    [1, [1, 1, 1, 0]],
    [0, [1, 1, 1, 1]],
  ] as const) {
    pages[at]?.end();
    await pages[at]?.result;
    await nextTurn();
    expect(begun()).toEqual(after);
  }
  for (const { end } of pages) end();
  expect(await Promise.all(pages.map(({ result }) => result))).toEqual(["page", "page", "page", "page"]);
});

test("a page whose turn does not come in time is not rendered", async () => {
  const gate = new LoadGate({ most: 1, patienceMs: 5_000 });
  const [first, second, third] = [page(gate), page(gate), page(gate)];
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await Promise.all([second.result, third.result])).toEqual([undefined, undefined]);
  first.end();
  expect(await first.result).toBe("page");
  await nextTurn();
  const next = page(gate);
  next.end();
  expect(await next.result).toBe("page");
  expect(second.work).not.toHaveBeenCalled();
});

test("a page for somebody who has left is not rendered, and one that fails leaves its place", async () => {
  const gate = new LoadGate({ most: 1, patienceMs: 5_000 });
  const failing = gate.run(() => Promise.reject(new Error("no such racket")), stays);
  const forNobody = page(gate, () => true);
  const last = page(gate);
  last.end();
  await expect(failing).rejects.toThrow("no such racket");
  expect([await forNobody.result, await last.result]).toEqual([undefined, "page"]);
  expect(forNobody.work).not.toHaveBeenCalled();
});
