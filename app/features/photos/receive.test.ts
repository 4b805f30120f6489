import { expect, test, vi } from "vitest";
import { withBody } from "./receive.server.ts";

const MEGABYTE = 1024 * 1024;

/** An upload that has sent this many megabytes, and ends without further bytes when `finish` is called. */
function upload(personId: string, megabytes: number, address = personId) {
  const sent = Promise.withResolvers<void>();
  const rest = Promise.withResolvers<void>();
  let left = megabytes;
  const body = new ReadableStream({
    async pull(stream) {
      if (left > 0) {
        left -= 1;
        stream.enqueue(new Uint8Array(MEGABYTE));
      } else {
        sent.resolve();
        await rest.promise;
        stream.close();
      }
    },
  });
  const headers = { "x-client-ip": address };
  const init = { method: "POST", body, duplex: "half", headers } as RequestInit;
  const received = withBody(
    new Request("http://shop.example/photos", init),
    async (read) => (await read(personId)).length,
  );
  received.catch(() => {});
  return { sent: sent.promise, received, finish: rest.resolve };
}

test("one person's many slow uploads do not block another person's upload", async () => {
  const slow = [upload("anna", 19), upload("anna", 19), upload("anna", 19)];
  await Promise.all(slow.map(({ sent }) => sent));
  await expect(upload("anna", 19).received).rejects.toMatchObject({ reason: "photo_busy" });
  const other = upload("bert", 19);
  other.finish();
  expect(await other.received).toBe(19 * MEGABYTE);
  for (const { finish } of slow) finish();
  expect(await Promise.all(slow.map(({ received }) => received))).toEqual(
    [19, 19, 19].map((n) => n * MEGABYTE),
  );
  const again = upload("anna", 19);
  again.finish();
  expect(await again.received).toBe(19 * MEGABYTE);
});

test("an upload is refused as 'busy' while all uploads together fill 128 MB of memory", async () => {
  const some = Array.from({ length: 6 }, (_, nth) => upload(`person ${nth}`, 19));
  await Promise.all(some.map(({ sent }) => sent));
  await expect(upload("one more", 19).received).rejects.toMatchObject({ reason: "photo_busy" });
  for (const { finish } of some) finish();
  await Promise.all(some.map(({ received }) => received));
});

test("one person with several accounts does not block others [V15.2.2]", async () => {
  const held = ["anna", "anna", "bea"].map((name) => upload(name, 19, "192.0.2.1"));
  await Promise.all(held.map(({ sent }) => sent));
  await expect(upload("cleo", 19, "192.0.2.1").received).rejects.toMatchObject({ reason: "photo_busy" });
  const other = upload("dora", 19, "192.0.2.2");
  other.finish();
  expect(await other.received).toBe(19 * MEGABYTE);
  for (const { finish } of held) finish();
  await Promise.all(held.map(({ received }) => received));
});

test("an upload that stalls is refused, and holds no memory then", async () => {
  vi.useFakeTimers();
  const stalled = [upload("anna", 19), upload("anna", 19), upload("anna", 19)];
  await Promise.all(stalled.map(({ sent }) => sent));
  await vi.advanceTimersByTimeAsync(10_000);
  for (const { received } of stalled)
    await expect(received).rejects.toMatchObject({ reason: "error_stalled" });
  vi.useRealTimers();
  const next = upload("anna", 19);
  next.finish();
  expect(await next.received).toBe(19 * MEGABYTE);
});
