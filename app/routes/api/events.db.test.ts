import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { setBlockedIn } from "#app/features/rooms/blocking.server.ts";
import { publishTyping, sendMessage } from "#app/features/rooms/commands.server.ts";
import { revokeKey } from "#app/features/webhooks/commands.server.ts";
import { db } from "#app/platform/db.server.ts";
import { openStreams } from "#app/platform/events.server.ts";
import { keyOf } from "#tests/support/api.ts";
import { openDatabase } from "#tests/support/database.ts";
import { openEvents, Reader, serveApi } from "#tests/support/event-server.ts";
import type { Person } from "#tests/support/people.ts";
import { findRows, updateRows } from "#tests/support/rows.ts";
import { chatScene } from "#tests/support/scene.ts";

openDatabase();
// A short heartbeat: what nobody tells the stream, it finds out by itself.
openEvents({}, 200);
let server: Awaited<ReturnType<typeof serveApi>>;
beforeAll(async () => {
  server = await serveApi();
});
afterAll(() => server.close());

async function listen(secret: string, headers: Readonly<Record<string, string>> = {}) {
  const reader = await Reader.open(server.url, null, {}, { authorization: `Bearer ${secret}`, ...headers });
  onTestFinished(() => reader.close());
  return reader;
}

async function scene() {
  const { seller, buyer, roomId } = await chatScene();
  const say = (who: Person, message: string) =>
    sendMessage(who.viewer, roomId, { clientId: crypto.randomUUID(), message });
  return { seller, buyer, roomId, say, secret: await keyOf(seller) };
}

describe("the stream of events", () => {
  test("tells what changed by its ids, and resumes after the last event [M7.19]", async () => {
    const { buyer, seller, roomId, say, secret } = await scene();
    const reader = await listen(secret);
    expect(await reader.next()).toEqual({ id: 0, event: "hello", data: {} });
    await say(buyer, "one");
    const event = { event: "chat.message", data: { room_id: roomId, seq: 1 } };
    expect(await reader.next()).toEqual({ id: 1, ...event });
    await publishTyping(buyer.viewer, roomId, new AbortController().signal);
    expect(await reader.next()).toEqual({ id: null, event: "chat.typing", data: { room_id: roomId } });
    reader.close();
    await say(buyer, "two");
    const resumed = await listen(secret, { "last-event-id": "1" });
    expect((await resumed.next())?.event).toBe("hello");
    expect(await resumed.next()).toMatchObject({ id: 2, data: { seq: 2 } });
    // Events of a blocked room are those of the page.
    await setBlockedIn(seller.viewer, roomId, true);
    await expect(say(buyer, "three")).rejects.toMatchObject({ reason: "chat_refused" });
  });

  test.each([
    [
      "is revoked",
      (person: Person) => db().deleteFrom("api_keys").where("user_id", "=", person.viewer.id).execute(),
    ],
    [
      "expires",
      (person: Person) =>
        updateRows("api_keys", { user_id: person.viewer.id }, { expires_at: new Date(Date.now() - 1_000) }),
    ],
    [
      "belongs to somebody who is suspended",
      (person: Person) =>
        updateRows("profiles", { id: person.viewer.id }, { suspended_until: new Date(Date.now() + 60_000) }),
    ],
  ])("ends when its key %s, and sends nothing more", async (_, end) => {
    const { seller, buyer, say, secret } = await scene();
    const reader = await listen(secret);
    expect((await reader.next())?.event).toBe("hello");
    await end(seller);
    await say(buyer, "a secret");
    expect(await reader.next()).toEqual({ id: null, event: "signed-out", data: {} });
    expect(await reader.next()).toBeNull();
  });

  test("ends when its person revokes the key; another key's goes on", async () => {
    const { seller, buyer, say, secret } = await scene();
    const [revoked] = await findRows("api_keys", { user_id: seller.viewer.id }, ["id"]);
    const other = await keyOf(seller);
    const [reader, remaining] = [await listen(secret), await listen(other)];
    for (const stream of [reader, remaining]) expect((await stream.next())?.event).toBe("hello");
    await revokeKey(seller.viewer, revoked?.id ?? "");
    expect((await reader.next())?.event).toBe("signed-out");
    await say(buyer, "hello");
    expect((await remaining.next())?.event).toBe("chat.message");
  });

  test("needs a key that reads messages, a number of an event, and a hand that lets go", async () => {
    const { seller, secret } = await scene();
    const answers = await Promise.all([
      fetch(server.url),
      fetch(server.url, {
        headers: { authorization: `Bearer ${await keyOf(seller, { scopes: ["deals:read"] })}` },
      }),
      fetch(`${server.url}?after=x`, { headers: { authorization: `Bearer ${secret}` } }),
      fetch(server.url, { headers: { authorization: `Bearer ${secret}`, "last-event-id": "-1" } }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([401, 403, 422, 400]);
    const before = openStreams();
    const streams = await Promise.all(Array.from({ length: 50 }, () => listen(secret)));
    const refused = await fetch(server.url, { headers: { authorization: `Bearer ${secret}` } });
    expect([refused.status, (await refused.json()).reason]).toEqual([429, "too_often"]);
    for (const stream of streams) stream.close();
    await expect.poll(openStreams).toBe(before);
  });

  test("can be read by pages of the origins of the key", async () => {
    const { seller } = await scene();
    const secret = await keyOf(seller, { origins: ["https://shop.example"] });
    const abort = new AbortController();
    onTestFinished(() => abort.abort());
    const headers = { authorization: `Bearer ${secret}`, origin: "https://shop.example" };
    const answer = await fetch(server.url, { headers, signal: abort.signal });
    expect(answer.headers.get("access-control-allow-origin")).toBe("https://shop.example");
    expect(answer.headers.get("content-type")).toMatch(/^text\/event-stream/);
  });
});
