import { expect, test } from "vitest";
import { inSlot } from "./slots.server.ts";

test("two tasks run at the same time, others wait in turn, and too many are refused [V15.2.2]", async () => {
  let running = 0;
  let most = 0;
  const order: number[] = [];
  const { promise: go, resolve: start } = Promise.withResolvers<void>();
  const work = (n: number) => async () => {
    running += 1;
    most = Math.max(most, running);
    await go;
    running -= 1;
    order.push(n);
    if (n === 3) throw new Error("no picture");
    return n;
  };
  const all = Array.from({ length: 26 }, (_, n) => inSlot(work(n)));
  const settled = Promise.allSettled(all);
  await expect(inSlot(work(26))).rejects.toMatchObject({ reason: "photo_busy" });
  start();
  const results = await settled;
  expect(most).toBe(2);
  expect(order).toEqual(Array.from({ length: 26 }, (_, n) => n));
  expect(results.filter((result) => result.status === "rejected")).toHaveLength(1);
  // A failure released its slot.
  expect(await inSlot(async () => "free")).toBe("free");
});
