import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { photoJobs } from "#app/features/photos/jobs.server.ts";
import { openRoom } from "#app/features/rooms/commands.server.ts";
import { startJobs } from "#app/platform/jobs.server.ts";
import { type ApiClient, apiAs } from "#tests/support/api.ts";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { pictureFile } from "#tests/support/photos.ts";
import { findRows, updateRows } from "#tests/support/rows.ts";
import { chatScene } from "#tests/support/scene.ts";

let seller: Person;
let buyer: Person;
let roomId: string;
let listing: { type: string; id: string };
let asSeller: ApiClient;
let asBuyer: ApiClient;
let asStranger: ApiClient;
let nobody: ApiClient;

openDatabase((url) => startJobs(url, photoJobs));
beforeEach(async () => {
  const scene = await chatScene();
  ({ seller, buyer, listing, roomId } = scene);
  [asSeller, asBuyer, asStranger] = [await apiAs(seller), await apiAs(buyer), await apiAs(scene.stranger)];
  nobody = await apiAs(null);
});

const say = (api: ApiClient, message: string, more: object = {}) =>
  api("POST", `/rooms/${roomId}/messages`, { body: { message, ...more } });
const about = ({ type, id }: { type: string; id: string }) => ({
  body: { listing_type: type, listing_id: id },
});

describe("rooms", () => {
  test("are opened once for a listing, and listed with both people and the last message [A7.37 M7.16]", async () => {
    const other = await racketOf(seller, { name: "Pure Aero" });
    const opened = await asBuyer("POST", "/rooms", about(other));
    expect([opened.status, opened.headers.get("location")]).toEqual([201, `/api/v1/rooms/${opened.body.id}`]);
    expect((await asBuyer("POST", "/rooms", about(other))).body.id).toBe(opened.body.id);
    expect((await asBuyer("POST", "/rooms", about(other))).status).toBe(200);
    const stored = await say(asBuyer, "Is it still there?");
    const { body: list } = await asSeller("GET", "/rooms");
    expect(list).toEqual({
      data: [
        {
          id: roomId,
          listing_type: "racket",
          listing_id: listing.id,
          seller_id: seller.viewer.id,
          buyer_id: buyer.viewer.id,
          created_at: expect.any(String),
          last_message_at: stored.body.created_at,
          seller_profile: { username: seller.viewer.username, avatar_url: null },
          buyer_profile: { username: buyer.viewer.username, avatar_url: null },
          last_message: {
            message: "Is it still there?",
            created_at: stored.body.created_at,
            sender_id: buyer.viewer.id,
          },
          unread_count: 1,
          blocked: false,
          listing: {
            listing_type: "racket",
            listing_id: listing.id,
            name: "Blade 98",
            price: 129.5,
            image: null,
          },
        },
      ],
      next: null,
    });
    const first = await asBuyer("GET", "/rooms?limit=1");
    expect(first.body.data[0].unread_count).toBe(0);
    const second = await asBuyer("GET", `/rooms?limit=1&cursor=${first.body.next}`);
    const ids = [...first.body.data, ...second.body.data].map(({ id }: { id: string }) => id);
    expect(ids.sort()).toEqual([roomId, opened.body.id].sort());
    expect(second.body.next).toBeNull();
    expect((await asBuyer("GET", "/rooms?q=still%20there")).body.data).toHaveLength(1);
    expect((await asBuyer("GET", `/rooms?q=aero&cursor=${first.body.next}`)).body.reason).toBe(
      "cursor_invalid",
    );
  });

  test("take one message about several items of one seller", async () => {
    const second = await racketOf(seller, { name: "Pure Aero" });
    const items = [listing, second].map((key) => about(key).body);
    const ask = (more: object) =>
      asBuyer("POST", "/cart-requests", { body: { items, message: "Both?", ...more } });
    const asked = await ask({});
    expect([asked.status, asked.body.id, asked.body.last_message.message]).toEqual([201, roomId, "Both?"]);
    expect(await findRows("cart_requests", { room_id: roomId }, ["listing_id"])).toHaveLength(2);
    const others = about(await racketOf(await person())).body;
    expect((await ask({ items: [...items, others] })).body.reason).toBe("cart_message_changed");
    expect((await ask({ message: " " })).status).toBe(422);
  });

  test("belong to their two people alone, and to keys that may read messages", async () => {
    const refused = async (api: ApiClient, method: string, path: string, body?: object) => {
      const answer = await api(method, path, { body });
      return [answer.status, answer.body.reason];
    };
    for (const [method, path, body] of [
      ["GET", `/rooms/${roomId}`],
      ["GET", `/rooms/${roomId}/messages`],
      ["POST", `/rooms/${roomId}/messages`, { message: "hello" }],
      ["POST", `/rooms/${roomId}/read`, { seq: 1 }],
      ["POST", `/rooms/${roomId}/typing`],
      ["PUT", `/rooms/${roomId}/block`],
      ["DELETE", `/rooms/${roomId}/block`],
    ] as const) {
      expect(await refused(asStranger, method, path, body), path).toEqual([404, "chat_room_gone"]);
      expect(await refused(nobody, method, path, body), path).toEqual([401, "key_missing"]);
    }
    const reading = await apiAs(buyer, ["messages:read"]);
    expect((await reading("GET", `/rooms/${roomId}`)).status).toBe(200);
    expect(await refused(reading, "POST", "/rooms", about(listing).body)).toEqual([403, "scope_missing"]);
    expect(await refused(asSeller, "POST", "/rooms", about(listing).body)).toEqual([403, "chat_own"]);
    const gone = { type: "racket", id: randomUUID() };
    expect(await refused(asBuyer, "POST", "/rooms", about(gone).body)).toEqual([404, "chat_listing_gone"]);
    const forged = await asBuyer("POST", "/rooms", { body: { ...about(listing).body, seller_id: gone.id } });
    expect([forged.status, forged.body.errors[0].field]).toEqual([422, "body.seller_id"]);
    expect((await asBuyer("GET", "/rooms/1")).status).toBe(422);
  });

  test("are marked as read up to a number, and tell that somebody writes", async () => {
    for (const text of ["one", "two", "three"]) await say(asBuyer, text);
    const read = (seq: unknown) => asSeller("POST", `/rooms/${roomId}/read`, { body: { seq } });
    expect((await read(2)).body.unread_count).toBe(1);
    expect((await read(3)).body.unread_count).toBe(0);
    expect((await read("3")).body.errors[0].field).toBe("body.seq");
    expect((await asSeller("POST", `/rooms/${roomId}/typing`)).status).toBe(204);
  });

  test("are blocked and unblocked by one person, without telling the other", async () => {
    expect((await asSeller("PUT", `/rooms/${roomId}/block`)).body.blocked).toBe(true);
    expect((await asBuyer("GET", `/rooms/${roomId}`)).body.blocked).toBe(false);
    for (const api of [asBuyer, asSeller]) expect((await say(api, "hello")).body.reason).toBe("chat_refused");
    expect((await asSeller("DELETE", `/rooms/${roomId}/block`)).status).toBe(204);
    expect((await say(asBuyer, "hello")).status).toBe(201);
  });
});

test("people are blocked by name, which is listed, and unblocked", async () => {
  const { username } = seller.viewer;
  expect(await asBuyer("PUT", `/blocks/${username.toUpperCase()}`)).toMatchObject({
    status: 200,
    body: { username, avatar_url: null },
  });
  expect((await asBuyer("GET", "/blocks")).body).toEqual({ data: [{ username, avatar_url: null }] });
  expect((await asSeller("GET", "/blocks")).body).toEqual({ data: [] });
  expect((await say(asSeller, "hello")).body.reason).toBe("chat_refused");
  expect((await asBuyer("DELETE", `/blocks/${username.toUpperCase()}`)).status).toBe(204);
  expect((await say(asSeller, "hello")).status).toBe(201);
  const { username: own } = buyer.viewer;
  expect((await asBuyer("PUT", `/blocks/${own}`)).body.reason).toBe("block_own");
  expect((await asBuyer("PUT", "/blocks/nobody-of-this-name")).body.reason).toBe("seller_not_found");
  expect((await nobody("GET", "/blocks")).status).toBe(401);
});

describe("messages", () => {
  test("are listed from the oldest or from the newest, in pages and between numbers [M7.17 M7.18]", async () => {
    for (let nth = 1; nth <= 5; nth++) await say(nth % 2 ? asBuyer : asSeller, `message ${nth}`);
    const list = async (query: string) => {
      const { body } = await asSeller("GET", `/rooms/${roomId}/messages?${query}`);
      return { seqs: body.data.map(({ seq }: { seq: number }) => seq), next: body.next };
    };
    expect(await list("")).toEqual({ seqs: [1, 2, 3, 4, 5], next: null });
    expect(await list("after=2&before=5")).toEqual({ seqs: [3, 4], next: null });
    for (const [order, pages] of [
      ["asc", [[1, 2], [3, 4], [5]]],
      ["desc", [[5, 4], [3, 2], [1]]],
    ] as const) {
      let cursor: string | null = "";
      for (const page of pages) {
        const { seqs, next } = await list(`order=${order}&limit=2${cursor && `&cursor=${cursor}`}`);
        expect(seqs).toEqual(page);
        cursor = next;
      }
      expect(cursor).toBeNull();
    }
    const { next } = await list("limit=2");
    const elsewhere = await openRoom(buyer.viewer, await racketOf(seller));
    const other = await asSeller("GET", `/rooms/${elsewhere}/messages?cursor=${next}`);
    expect(other.body.reason).toBe("cursor_invalid");
  });

  test("are stored once for an id of the client, and are what the page would take", async () => {
    const client_id = randomUUID();
    const first = await say(asBuyer, "  Hello  ", { client_id });
    const again = await say(asBuyer, "Hello", { client_id });
    expect([first.status, again.body]).toEqual([201, first.body]);
    expect(first.body).toEqual({
      id: expect.any(String),
      chat_room_id: roomId,
      seq: 1,
      sender_id: buyer.viewer.id,
      client_id,
      message: "Hello",
      language: "en-GB",
      photos: [],
      offer: null,
      warning: null,
      created_at: expect.any(String),
    });
    for (const bad of ["", "   ", "x".repeat(4_001), 5, null]) {
      const { status } = await say(asBuyer, bad as string);
      expect([bad, status]).toEqual([bad, 422]);
    }
    await say(asBuyer, "Pay me at paypal.me/somebody", { risk_confirmed: true });
    const { body } = await asSeller("GET", `/rooms/${roomId}/messages?order=desc&limit=1`);
    expect(body.data[0]).toMatchObject({ warning: "payment", client_id: null });
    await updateRows("chat_messages", { client_id }, { hidden: "hidden" });
    expect((await asSeller("GET", `/rooms/${roomId}/messages`)).body.data[0].message).toBeNull();
  });

  test("have pictures that only the two people fetch", async () => {
    const { status, body: photo } = await asBuyer("POST", "/message-photos", { body: await pictureFile() });
    expect(status).toBe(201);
    const path = new URL(photo.url).pathname.replace("/api/v1", "");
    expect((await asBuyer("GET", path)).status).toBe(200);
    expect((await asSeller("GET", path)).body.reason).toBe("picture_gone");
    const sent = await say(asBuyer, "", { photo_ids: [photo.id] });
    expect(sent.body.photos).toEqual([photo]);
    expect((await say(asBuyer, "", { photo_ids: [photo.id] })).body.reason).toBe("photos_attach_missing");
    const answers = await Promise.all([asSeller, asStranger, nobody].map((api) => api("GET", path)));
    expect(answers.map((answer) => answer.status)).toEqual([200, 404, 401]);
    expect(answers[0]?.headers.get("content-type")).toBe("image/webp");
    const many = Array.from({ length: 7 }, () => randomUUID());
    expect((await say(asBuyer, "", { photo_ids: many })).status).toBe(422);
    expect((await asBuyer("POST", "/message-photos", { body: new Uint8Array([1, 2, 3]) })).status).toBe(415);
  });

  test("of a person who left name nobody", async () => {
    await say(asBuyer, "hello");
    await updateRows("chat_rooms", { id: roomId }, { buyer_id: null });
    await updateRows("chat_messages", { chat_room_id: roomId }, { sender_id: null });
    const { body } = await asSeller("GET", `/rooms/${roomId}`);
    expect(body).toMatchObject({
      buyer_id: null,
      buyer_profile: null,
      seller_profile: { username: seller.viewer.username },
    });
    expect((await say(asSeller, "hello?")).body.reason).toBe("chat_other_left");
    expect((await asSeller("GET", `/rooms/${roomId}/messages`)).body.data[0].sender_id).toBeNull();
  });
});

test("a suspended person's key opens nothing", async () => {
  const banned = await person();
  const api = await apiAs(banned);
  await updateRows("profiles", { id: banned.viewer.id }, { suspended_until: new Date(Date.now() + 60_000) });
  expect((await api("GET", "/rooms")).body.reason).toBe("key_invalid");
});
