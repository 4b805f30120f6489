// The sender of a first message with a phone number, a link or a bank account is told why that is dangerous, by whichever
// way the words go (docs/decisions/0100-signals.md).

import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { env } from "#app/platform/env.server.ts";
import { startJobs } from "#app/platform/jobs.server.ts";
import { NOTIFY_JOB } from "#app/platform/notify.server.ts";
import { apiAs } from "#tests/support/api.ts";
import { pressCartButton } from "#tests/support/cart.ts";
import { openDatabase } from "#tests/support/database.ts";
import { offeredRacket, offerForm } from "#tests/support/offers.ts";
import { orderOf } from "#tests/support/orders.ts";
import { type Person, person } from "#tests/support/people.ts";
import { findRows } from "#tests/support/rows.ts";
import { chatScene } from "#tests/support/scene.ts";
import { action as writeToSeller } from "../cart/cart.route.tsx";
import { action as makeOffer } from "../offers/new.route.tsx";
import { action as send } from "./messages.route.ts";
import { action as threadSend } from "./thread.route.tsx";

const RISKY = "Call me: 06 12345678";

let seller: Person;
let buyer: Person;
let stranger: Person;
let listing: { type: string; id: string };
let roomId: string;

openDatabase((url) => startJobs(url, { [NOTIFY_JOB]: { work: async () => {} } }));
beforeEach(async () => {
  ({ seller, buyer, stranger, listing, roomId } = await chatScene());
});

const said = async (room = roomId) =>
  (await findRows("chat_messages", { chat_room_id: room }, ["message"])).map(({ message }) => message);
const post = (who: Person, message: string, more: Record<string, string> = {}, room = roomId) =>
  who.visitor.submit(
    threadSend,
    `/messages/${room}`,
    { clientId: randomUUID(), message, ...more },
    { roomId: room },
  );
const UNCONFIRMED = { status: 409, data: { ok: false, reason: "risk_unconfirmed" } };

test.each([
  [RISKY, /phone number/],
  ["Pay here: paypal.me/anna", /payment/],
  ["NL91 ABNA 0417 1643 00", /payment/],
  ["See https://www.wilson.example/blade", /link to another site/],
])(
  "the page of a conversation asks about %s, keeps the text, and sends it once it is confirmed",
  async (text, why) => {
    const asked = await post(buyer, text);
    expect(asked).toMatchObject(UNCONFIRMED);
    expect(asked.data).toMatchObject({
      message: expect.stringMatching(why),
      result: { initialValue: { message: text } },
    });
    expect(await said()).toEqual([]);
    expect(await post(buyer, text, { risk_confirmed: "on" })).toMatchObject({ status: 302 });
    expect(await said()).toEqual([text]);
  },
);

test("the script of the page is asked too, and sends a confirmed message again without being asked", async () => {
  const path = `/chat/rooms/${roomId}/messages`;
  const call = async (fields: Record<string, string>) => {
    const init = {
      method: "POST",
      body: new URLSearchParams({ message: RISKY, ...fields }),
      headers: { accept: "application/json" },
    };
    const { status, data } = await buyer.visitor.run(send, buyer.visitor.request(path, init), { roomId });
    return { status, data: JSON.parse(String(data)) };
  };
  const clientId = randomUUID();
  expect(await call({ clientId })).toMatchObject(UNCONFIRMED);
  for (let again = 0; again < 2; again += 1)
    expect(await call({ clientId, risk_confirmed: "on" })).toMatchObject({ status: 200 });
  expect(await said()).toEqual([RISKY]);
});

describe("nobody is asked about", () => {
  test("ordinary words and links to the shop", async () => {
    const inside = new URL("/rackets", env().baseUrl.replace("127.0.0.1", "localhost")).href;
    for (const text of ["Is it still available?", inside])
      expect(await post(buyer, text)).toMatchObject({ status: 302 });
  });

  test("a later message", async () => {
    for (let nth = 0; nth < 5; nth += 1) await post(nth % 2 ? seller : buyer, "Hello");
    expect(await post(seller, RISKY)).toMatchObject(UNCONFIRMED);
    await post(seller, "Hello");
    expect(await post(seller, RISKY)).toMatchObject({ status: 302 });
  });

  test("a message where there is a deal", async () => {
    await orderOf({ seller, buyer, roomId });
    expect(await post(buyer, RISKY)).toMatchObject({ status: 302 });
  });

  test("a conversation of others, which looks as if there were none", async () => {
    expect(await post(stranger, RISKY)).toMatchObject({ status: 404 });
    expect(await said()).toEqual([]);
  });
});

test("the API refuses it, and takes it with `risk_confirmed`", async () => {
  const api = await apiAs(buyer);
  const say = (more: object = {}) =>
    api("POST", `/rooms/${roomId}/messages`, { body: { message: RISKY, ...more } });
  expect(await say()).toMatchObject({ status: 409, body: { reason: "risk_unconfirmed" } });
  expect(await say({ risk_confirmed: true })).toMatchObject({ status: 201 });
  const racket = await offeredRacket(seller);
  const offer = (more: object = {}) =>
    api("POST", "/offers", {
      body: { listing_type: racket.type, listing_id: racket.id, price: 100, note: RISKY, ...more },
    });
  expect(await offer()).toMatchObject({ status: 409, body: { reason: "risk_unconfirmed" } });
  expect(await offer({ risk_confirmed: true })).toMatchObject({ status: 201 });
});

test("the note of an offer is asked about beside the button that sends it anyway", async () => {
  const racket = await offeredRacket(seller);
  const offer = (more: Record<string, string> = {}) =>
    buyer.visitor.submit(makeOffer, "/offers/new", offerForm(racket, { note: RISKY, ...more }));
  const asked = await offer();
  expect(asked).toMatchObject(UNCONFIRMED);
  expect(asked.data).toMatchObject({ result: { error: { risk_confirmed: [expect.any(String)] } } });
  expect(await findRows("chat_messages", { sender_id: buyer.viewer.id }, ["id"])).toEqual([]);
  expect(await offer({ risk_confirmed: "on" })).toMatchObject({ status: 302 });
});

test("a message from the cart is asked about, and its items stay", async () => {
  const writer = await person("writer");
  await pressCartButton(writer.visitor, listing);
  const write = (more: Record<string, string> = {}) =>
    writer.visitor.submit(writeToSeller, "/cart", {
      intent: "message",
      seller: seller.viewer.username,
      clientId: randomUUID(),
      message: RISKY,
      ...more,
    });
  expect(await write()).toMatchObject(UNCONFIRMED);
  expect(await write({ risk_confirmed: "on" })).toMatchObject({ status: 302 });
});
