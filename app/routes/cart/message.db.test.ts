import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import type { CartView, Note, RequestView } from "#app/features/cart/view.ts";
import { db } from "#app/platform/db.server.ts";
import { pressCartButton } from "#tests/support/cart.ts";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { insertRows, updateRows } from "#tests/support/rows.ts";
import { listingOf } from "#tests/support/samples.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { action, loader } from "./cart.route.tsx";

let seller: Person;
let buyer: Person;

openDatabase();
beforeEach(async () => {
  [seller, buyer] = [await person("seller"), await person("buyer")];
});

async function pageOf(visitor: Visitor): Promise<{ cart: CartView; note: Note | null }> {
  return (await visitor.open(loader, "/cart")).data as { cart: CartView; note: Note | null };
}

/** Sends the suggested message, or a changed one, to the only seller of a cart. */
async function send(visitor: Visitor, change: Record<string, string> = {}) {
  const [group] = (await pageOf(visitor)).cart.groups;
  const fields = {
    intent: "message",
    seller: group?.username ?? seller.viewer.username,
    message: group?.message ?? "Hello",
    clientId: group?.clientId ?? randomUUID(),
  };
  return visitor.submit(action, "/cart", { ...fields, ...change });
}

async function messagesTo(person: Person) {
  return db()
    .selectFrom("chat_messages")
    .innerJoin("chat_rooms", "chat_rooms.id", "chat_messages.chat_room_id")
    .select(["chat_rooms.id", "chat_rooms.listing_id", "message"])
    .where("seller_id", "=", person.viewer.id)
    .execute();
}

test("one message names all items of a seller, in the room of the first that can be bought", async () => {
  const [first, second, sold] = [
    await racketOf(seller, { name: "Blade", cents: 10_000 }),
    await listingOf(seller, "bag", { name: "Tour bag", cents: 2_500 }),
    await racketOf(seller, { name: "Sold one" }),
  ];
  for (const listing of [first, second, sold]) await pressCartButton(buyer.visitor, listing);
  await updateRows("listings", { id: sold.id }, { quantity: 0 });
  const answer = await send(buyer.visitor);
  const [written, ...more] = await messagesTo(seller);
  expect(more).toEqual([]);
  expect(answer).toMatchObject({ status: 302, location: `/messages/${written?.id}` });
  expect(written?.listing_id).toBe(second.id);
  // The form with which the seller records a deal preselects these items.
  const asked = await db()
    .selectFrom("cart_requests")
    .selectAll()
    .where("room_id", "=", written?.id ?? "")
    .execute();
  expect(asked.map(({ listing_id }) => listing_id).sort()).toEqual([first.id, second.id].sort());
  const origin = new URL(buyer.visitor.request("/").url).origin;
  expect(written?.message).toBe(
    [
      `Hi ${seller.viewer.username}, I am interested in these 2 items:`,
      "",
      `- Tour bag, €25.00\n  ${origin}/bags/${second.id}`,
      `- Blade, €100.00\n  ${origin}/rackets/${first.id}`,
      "",
      "Are they still available?",
    ].join("\n"),
  );
});

test("what was asked for is on the page of the cart, with its state and its conversation", async () => {
  const [racket, bag] = [await racketOf(seller, { name: "Blade" }), await listingOf(seller, "bag")];
  for (const listing of [racket, bag]) await pressCartButton(buyer.visitor, listing);
  const { location } = await send(buyer.visitor);
  await updateRows("listings", { id: bag.id }, { quantity: 0 });
  const { data } = await buyer.visitor.open(loader, "/cart");
  const { requests } = data as { requests: readonly RequestView[] };
  expect(requests).toMatchObject([{ seller: seller.viewer.username }]);
  expect(location).toBe(`/messages/${requests[0]?.roomId}`);
  const states = requests[0]?.items.map(({ path, unavailable }) => [path, unavailable]);
  expect(states?.toSorted()).toEqual([
    [`/bags/${bag.id}`, "Sold"],
    [`/rackets/${racket.id}`, null],
  ]);
  expect((await seller.visitor.open(loader, "/cart")).data).toMatchObject({ requests: [] });
});

test("a message that is sent twice is stored once, and a second message goes into the same room", async () => {
  await pressCartButton(buyer.visitor, await racketOf(seller));
  const clientId = randomUUID();
  const [one, two] = [await send(buyer.visitor, { clientId }), await send(buyer.visitor, { clientId })];
  expect(two.location).toBe(one.location);
  expect(await messagesTo(seller)).toHaveLength(1);
  expect((await send(buyer.visitor, { message: "And the strings?" })).location).toBe(one.location);
  expect((await messagesTo(seller)).map(({ message }) => message)).toContain("And the strings?");
});

test("a message that is sent again is stored once, also when its first item cannot be bought any more", async () => {
  const listings = [await racketOf(seller), await racketOf(seller)];
  for (const listing of listings) await pressCartButton(buyer.visitor, listing);
  const sent = { clientId: randomUUID(), message: "Both, please" };
  const first = await send(buyer.visitor, sent);
  const [written] = await messagesTo(seller);
  await updateRows("listings", { id: written?.listing_id ?? "" }, { quantity: 0 });
  expect((await send(buyer.visitor, sent)).location).toBe(first.location);
  expect(await messagesTo(seller)).toHaveLength(1);
});

test("a visitor must sign in before the message is sent, and the text is kept", async () => {
  const racket = await racketOf(seller);
  const visitor = new Visitor();
  await pressCartButton(visitor, racket);
  const message = "Könnten Sie 🎾 bis Freitag warten?\n".repeat(20).trim();
  const away = await send(visitor, { message });
  expect(away).toMatchObject({ status: 302, location: "/auth?next=%2Fcart" });
  expect(await messagesTo(seller)).toEqual([]);
  for (const [name, value] of visitor.cookies) buyer.visitor.cookies.set(name, value);
  const { cart, note } = await pageOf(buyer.visitor);
  expect(note).toEqual({ seller: seller.viewer.username, text: message });
  expect(cart.sum?.count).toBe(1);
  expect((await send(buyer.visitor, { message: note?.text ?? "" })).status).toBe(302);
  expect((await messagesTo(seller)).map((one) => one.message)).toEqual([message]);
  expect((await pageOf(buyer.visitor)).note).toBeNull();
});

test("an invalid cookie for the kept text is ignored", async () => {
  for (const value of ["x", "%", Buffer.from("{}").toString("base64url")]) {
    buyer.visitor.cookies.set("cart-note", value);
    expect((await pageOf(buyer.visitor)).note).toBeNull();
  }
});

test("a message that is not sent is shown again with the reason", async () => {
  const racket = await racketOf(seller);
  await pressCartButton(buyer.visitor, racket);
  const refused = (status: number, message: string) => ({ status, data: { ok: false, message } });
  expect(await send(buyer.visitor, { message: " " })).toMatchObject(refused(422, "Please type a message."));
  const long = await send(buyer.visitor, { message: "a".repeat(4001) });
  expect(long).toMatchObject(refused(422, "A message can be at most 4000 characters long."));
  expect(await send(buyer.visitor, { clientId: "1" })).toMatchObject({ status: 422 });
  const nothing = "None of this seller’s items in your cart is still available.";
  expect(await send(buyer.visitor, { seller: "nobody" })).toMatchObject(refused(409, nothing));
  await insertRows("user_blocks", { blocker_id: seller.viewer.id, blocked_id: buyer.viewer.id });
  const text = "Still there?";
  const blocked = await send(buyer.visitor, { message: text });
  expect(blocked).toMatchObject(refused(403, "This message could not be sent."));
  expect(blocked.data).toMatchObject({
    intent: "message",
    result: { initialValue: { seller: seller.viewer.username, message: text } },
  });
  expect(blocked.data).not.toHaveProperty("toast");
  await updateRows("listings", { id: racket.id }, { quantity: 0 });
  expect(await send(buyer.visitor)).toMatchObject(refused(409, nothing));
  expect(await messagesTo(seller)).toEqual([]);
});

test("a message about very many items names the first ones, and says how many more there are", async () => {
  for (let n = 0; n < 40; n++)
    await pressCartButton(buyer.visitor, await racketOf(seller, { name: "Blade ".repeat(12) }));
  const [group] = (await pageOf(buyer.visitor)).cart.groups;
  expect(group?.message?.length).toBeLessThan(3300);
  expect(group?.message).toMatch(/- and \d+ more\n\nAre they/);
  expect((await send(buyer.visitor)).status).toBe(302);
});
