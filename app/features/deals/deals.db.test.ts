import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { dealPanelOf } from "#app/features/chat/deal-panel.server.ts";
import { deleteListing } from "#app/features/listings/commands.server.ts";
import { deliverNotice } from "#app/features/notifications/deliver.server.ts";
import { setBlockedIn } from "#app/features/rooms/blocking.server.ts";
import { openRoom } from "#app/features/rooms/commands.server.ts";
import { db } from "#app/platform/db.server.ts";
import { secondsToWait } from "#app/platform/rate-limit.server.ts";
import { action as markForm } from "#app/routes/deals/mark.route.ts";
import { loader as newPage } from "#app/routes/deals/new.route.tsx";
import { loader as panelCall } from "#app/routes/deals/room.route.ts";
import { action as stepForm } from "#app/routes/deals/step.route.ts";
import { type Answer, faultsOf } from "#app/ui/answer.ts";
import { captureNotices, clearNotices, notices } from "#tests/support/captured-notices.ts";
import { openDatabase } from "#tests/support/database.ts";
import {
  countsOf,
  dealForm,
  dealRow,
  dealsAbout,
  roomAbout,
  setQuantity,
} from "#tests/support/marked-deals.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { insertRows } from "#tests/support/rows.ts";
import { dealScene } from "#tests/support/scene.ts";
import { type Fields, faults, type Outcome, refusal, toasted, Visitor } from "#tests/support/visitor.ts";
import { startDeal, takeStep } from "./commands.server.ts";

let seller: Person;
let buyer: Person;
let stranger: Person;
let listing: { type: string; id: string };
let roomId: string;

openDatabase(captureNotices);
beforeEach(async () => {
  ({ seller, buyer, stranger, listing, roomId } = await dealScene());
  await clearNotices();
});

const marked = (as: "reserved" | "sold" = "sold") =>
  startDeal(seller.viewer, dealForm(listing, roomId, { as }));
const visitorOf = (who: Person | null) => who?.visitor ?? new Visitor();
const formOf = (change: Record<string, string> = {}): Fields => ({
  listing: `${listing.type}:${listing.id}`,
  with: roomId,
  as: "sold",
  price: "120",
  ...change,
});
const send = (who: Person | null, fields: Fields) => visitorOf(who).submit(markForm, "/deals", fields);
const step = (who: Person | null, id: string, fields: Fields) =>
  visitorOf(who).submit(stepForm, `/deals/${id}`, fields, { id });

describe("marking a listing", () => {
  test("as reserved or sold updates the listing's pieces, and the buyer is asked to confirm", async () => {
    const { dealId } = await marked("reserved");
    expect(await countsOf(listing)).toEqual({ quantity: 1, reserved: 1, status: "reserved" });
    expect(await takeStep(seller.viewer, dealId, { intent: "sold" })).toMatchObject({ repeated: false });
    expect(await countsOf(listing)).toEqual({ quantity: 0, reserved: 0, status: "sold" });
    expect(
      (await notices("deal")).map(({ userIds, facts, eventKey }) => [userIds, facts.event, eventKey]),
    ).toEqual([
      [[buyer.viewer.id], "reserved", `${dealId}:reserved`],
      [[buyer.viewer.id], "sold", `${dealId}:sold`],
    ]);
    expect(await dealRow(dealId)).toMatchObject({
      state: "open",
      room_id: roomId,
      seller_id: seller.viewer.id,
      buyer_id: buyer.viewer.id,
      pieces: 1,
      price_cents: 12_000,
      listing_name: "Blade 98",
    });
  });

  test("for a buyer outside the shop creates a deal without a buyer, and can be undone", async () => {
    const { dealId, other } = await startDeal(seller.viewer, dealForm(listing, null));
    expect(other).toBeNull();
    expect(await countsOf(listing)).toMatchObject({ quantity: 0, status: "sold" });
    await takeStep(seller.viewer, dealId, { intent: "cancel", reason: "They never came" });
    expect(await countsOf(listing)).toMatchObject({ quantity: 1, status: "available" });
  });

  test("twice makes one deal, as after a double click or in a second tab", async () => {
    await setQuantity(listing, 5);
    const deal = randomUUID();
    for (const room of [roomId, null]) {
      const again = dealForm(listing, room, { deal: room === null ? deal : randomUUID() });
      const both = await Promise.all([startDeal(seller.viewer, again), startDeal(seller.viewer, again)]);
      expect(both.map((one) => one.repeated).sort()).toEqual([false, true]);
      expect(new Set(both.map(({ dealId }) => dealId)).size).toBe(1);
    }
    expect(await countsOf(listing)).toMatchObject({ quantity: 3, reserved: 0 });
    await expect(startDeal(seller.viewer, dealForm(listing, roomId, { price: "99" }))).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining(buyer.viewer.username),
    });
  });

  test("as sold with the form that reserved it is refused; once it is sold, the form makes no second deal", async () => {
    await setQuantity(listing, 2);
    for (const room of [roomId, null]) {
      const form = dealForm(listing, room, { as: "reserved", deal: randomUUID() });
      const { dealId } = await startDeal(seller.viewer, form);
      const name = room ? buyer.viewer.username : "Someone outside Second Serve";
      await expect(startDeal(seller.viewer, { ...form, as: "sold" })).rejects.toMatchObject({
        status: 409,
        message: expect.stringContaining(name),
      });
      expect(await dealRow(dealId)).toMatchObject({ seller_confirmed_at: null });
      await takeStep(seller.viewer, dealId, { intent: "sold" });
      for (const as of ["reserved", "sold"] as const)
        expect(await startDeal(seller.viewer, { ...form, as })).toMatchObject({ dealId, repeated: true });
    }
  });

  test("is refused when no pieces are left, and the seller learns for whom they are reserved", async () => {
    const other = await person("other");
    const room = await roomAbout(other, listing);
    await marked("reserved");
    expect(await send(seller, formOf({ with: room }))).toMatchObject({
      status: 409,
      data: { ok: false, message: `Already reserved for ${buyer.viewer.username}.` },
    });
    const [deal] = await dealsAbout(listing);
    await takeStep(seller.viewer, deal?.id ?? "", { intent: "sold" });
    expect(await send(seller, formOf({ with: room }))).toMatchObject(
      refusal(409, "No longer available: sold out."),
    );
    await setQuantity(listing, 2);
    expect(await send(seller, formOf({ with: room, pieces: "3" }))).toMatchObject(
      refusal(409, "Only 2 left."),
    );
  });

  test("notifies everybody else who wrote about the listing, once", async () => {
    const [wrote, looked] = [await person("wrote"), await person("looked")];
    const theirs = await roomAbout(wrote, listing);
    await openRoom(looked.viewer, listing);
    await clearNotices();
    const { dealId } = await marked("reserved");
    await takeStep(seller.viewer, dealId, { intent: "sold" });
    const takenNotices = (await notices("deal")).filter(({ facts }) => facts.event === "taken_reserved");
    expect(takenNotices).toMatchObject([{ userIds: [wrote.viewer.id], path: `/rackets/${listing.id}` }]);
    // Only the seller learns who the buyer is.
    expect(await dealPanelOf(wrote.viewer, theirs)).toMatchObject({
      deal: null,
      mark: null,
      taken: { status: "sold", name: null },
    });
    expect((await dealPanelOf(seller.viewer, theirs)).taken).toEqual({
      status: "sold",
      name: buyer.viewer.username,
    });
  });

  test("again with the form of a cancelled deal is refused, and a new form begins a new deal", async () => {
    const form = dealForm(listing, roomId, { as: "reserved", deal: randomUUID() });
    const { dealId } = await startDeal(seller.viewer, form);
    await takeStep(buyer.viewer, dealId, { intent: "cancel", reason: "Not now" });
    await expect(startDeal(seller.viewer, form)).rejects.toMatchObject({ reason: "deal_was_cancelled" });
    expect(await marked("reserved")).toMatchObject({ repeated: false });
  });

  test("as sold outside the shop does not tell the seller that an earlier buyer has the last piece", async () => {
    const wrote = await person("wrote");
    const theirs = await roomAbout(wrote, listing);
    await setQuantity(listing, 2);
    await marked();
    await startDeal(seller.viewer, dealForm(listing, null));
    expect((await dealPanelOf(seller.viewer, theirs)).taken).toEqual({ status: "sold", name: null });
  });

  test("and then cancelling notifies those who wrote about it, except those with the listing as a favourite", async () => {
    const [wrote, fond] = [await person("wrote"), await person("fond")];
    for (const who of [wrote, fond]) await roomAbout(who, listing);
    await insertRows("favorites", {
      user_id: fond.viewer.id,
      listing_type: listing.type,
      listing_id: listing.id,
    });
    await clearNotices();
    const { dealId } = await marked("reserved");
    const others = async () =>
      (await notices("deal")).filter(({ userIds }) => !userIds.includes(buyer.viewer.id));
    const takenNotices = await others();
    // Favourites have their own notices.
    expect(takenNotices).toMatchObject([{ userIds: [wrote.viewer.id], facts: { event: "taken_reserved" } }]);
    for (const notice of takenNotices) await deliverNotice(notice);
    await clearNotices();
    await takeStep(seller.viewer, dealId, { intent: "cancel", reason: "Not this time" });
    expect(await others()).toMatchObject([
      {
        userIds: [wrote.viewer.id],
        facts: { event: "available" },
        eventKey: `${dealId}:available`,
        path: `/rackets/${listing.id}`,
      },
    ]);
  });

  test("and then cancelling notifies others only if no piece was on offer before", async () => {
    const [wrote, fond] = [await person("wrote"), await person("fond")];
    for (const who of [wrote, fond]) await roomAbout(who, listing);
    await setQuantity(listing, 2);
    const { dealId: first } = await marked();
    const { dealId: second } = await startDeal(seller.viewer, dealForm(listing, null));
    for (const notice of await notices("deal")) await deliverNotice(notice);
    await insertRows("favorites", {
      user_id: fond.viewer.id,
      listing_type: listing.type,
      listing_id: listing.id,
    });
    await clearNotices();
    const back = async () => (await notices("deal")).filter(({ facts }) => facts.event === "available");
    // The second deal took the last piece. Cancelling the first one puts a piece on offer again.
    await takeStep(seller.viewer, first, { intent: "cancel", reason: "They changed their mind" });
    expect(await back()).toMatchObject([{ userIds: [wrote.viewer.id] }]);
    await takeStep(seller.viewer, second, { intent: "cancel", reason: "They changed their mind" });
    expect(await back()).toHaveLength(1);
  });

  test("sends live events to the pages of both people, and of others who wrote about the listing", async () => {
    const wrote = await person("wrote");
    const theirs = await roomAbout(wrote, listing);
    const { dealId } = await marked();
    const events = await db()
      .selectFrom("events")
      .select(["user_id", "subject"])
      .where("kind", "=", "deal.changed")
      .where("user_id", "in", [seller.viewer.id, buyer.viewer.id, wrote.viewer.id])
      .execute();
    expect(new Map(events.map(({ user_id, subject }) => [user_id, subject]))).toEqual(
      new Map<string, unknown>([
        [seller.viewer.id, { dealId, roomIds: [roomId, theirs] }],
        [buyer.viewer.id, { dealId, roomIds: [roomId] }],
        [wrote.viewer.id, { dealId: null, roomIds: [theirs] }],
      ]),
    );
  });

  test("requires the owner of the listing, and a conversation with the buyer", async () => {
    const foreign = await roomAbout(seller, await racketOf(buyer));
    expect((await send(null, formOf())).location).toContain("/auth");
    for (const who of [buyer, stranger]) expect(await send(who, formOf())).toMatchObject({ status: 403 });
    for (const room of [foreign, randomUUID()])
      expect(await send(seller, formOf({ with: room }))).toMatchObject({ status: 404 });
    expect(await dealsAbout(listing)).toEqual([]);
    expect(await send(seller, formOf())).toMatchObject({ status: 200, data: { ok: true } });
  });

  test("reports each wrong field", async () => {
    const wrong = { with: "nobody", price: "cheap", pieces: "0" };
    expect(faultsOf((await send(seller, formOf(wrong))).data as Answer)).toEqual({
      with: "Choose who it is for.",
      price: "Enter the price you agreed on, in euros.",
      pieces: "Enter a whole number, at least 1.",
    });
    expect(await send(seller, formOf({ price: "12.345" }))).toMatchObject(
      faults({ price: ["Do you mean €12,345.00 or €12.35? Please enter 12345 or 12.35."] }),
    );
    for (const [name, value] of Object.entries({
      listing: "racket",
      as: "given",
      price: "-1",
      pieces: "1e9",
    }))
      expect((await send(seller, formOf({ [name]: value }))).status).toBe(422);
  });

  test("is refused when one person blocks the other, or the buyer deleted their account", async () => {
    await setBlockedIn(buyer.viewer, roomId, true);
    expect(await send(seller, formOf())).toMatchObject({ status: 403 });
    await setBlockedIn(buyer.viewer, roomId, false);
    await db().deleteFrom("users").where("id", "=", buyer.viewer.id).execute();
    expect(await send(seller, formOf())).toMatchObject({ status: 403 });
    expect(await dealsAbout(listing)).toEqual([]);
  });

  test("is rate limited", async () => {
    for (let n = 0; n < 200; n += 1) await secondsToWait("deal", seller.viewer.id);
    expect(await send(seller, formOf())).toMatchObject({ status: 429, data: { ok: false } });
    expect(await dealsAbout(listing)).toEqual([]);
  });

  describe("that leads back to the listing", () => {
    const told = ({ headers }: Outcome) => decodeURIComponent(headers.get("set-cookie") ?? "");
    const FORM = "/deals/new?listing=racket%3A1";
    const form = (fields: Fields, mode: "navigate" | "cors") => {
      const request = seller.visitor.request(`/deals?back=/rackets/${listing.id}`, {
        method: "POST",
        body: new URLSearchParams(fields as Record<string, string>),
        headers: { "sec-fetch-mode": mode, referer: seller.visitor.request(FORM).url },
      });
      return seller.visitor.run(markForm, request);
    };

    test("without JavaScript redirects there, and that page shows the outcome; a fault, to the form", async () => {
      const faulty = await form(formOf({ price: "" }), "navigate");
      expect(faulty).toMatchObject({ status: 302, location: FORM });
      expect(told(faulty)).toContain("in euros");
      const answer = await form(formOf(), "navigate");
      expect(answer).toMatchObject({ status: 302, location: `/rackets/${listing.id}` });
      expect(told(answer)).toContain(`Sold to: ${buyer.viewer.username}`);
    });

    test("answers with a toast for that page, and a refusal without one", async () => {
      const faulty = await form(formOf({ price: "" }), "cors");
      expect(faulty.data).toMatchObject({ ok: false, result: { error: { price: [expect.any(String)] } } });
      expect(faulty.data).not.toHaveProperty("toast");
      expect((await form(formOf(), "cors")).data).toMatchObject({
        ok: true,
        toast: { title: `Sold to: ${buyer.viewer.username}`, tone: "good", forNextPage: true },
      });
    });
  });
});

describe("the steps of a deal", () => {
  test("lead from the buyer's confirmation to the receipt, and each notifies the other person", async () => {
    const { dealId } = await marked();
    await clearNotices();
    expect(await step(buyer, dealId, { intent: "confirm" })).toMatchObject({ status: 200 });
    expect(await dealRow(dealId)).toMatchObject({ state: "agreed" });
    await step(seller, dealId, { intent: "sent", carrier: " PostNL ", tracking: "3S 123" });
    expect(await dealRow(dealId)).toMatchObject({
      state: "sent",
      carrier: "PostNL",
      tracking_number: "3S 123",
    });
    await step(buyer, dealId, { intent: "received" });
    expect(await dealRow(dealId)).toMatchObject({
      state: "received",
      given_as: "sent",
      received_at: expect.any(Date),
    });
    expect((await notices("deal")).map(({ userIds, facts }) => [userIds[0], facts.event])).toEqual([
      [seller.viewer.id, "confirmed"],
      [buyer.viewer.id, "sent"],
      [seller.viewer.id, "received"],
    ]);
    expect(await countsOf(listing)).toMatchObject({ quantity: 0, reserved: 0 });
  });

  test("let the seller hand over or send an item only after both have confirmed", async () => {
    const { dealId } = await marked("reserved");
    await step(buyer, dealId, { intent: "confirm" });
    for (const intent of ["handed_over", "sent"])
      expect(await step(seller, dealId, { intent })).toMatchObject({ status: 409 });
    expect(await dealRow(dealId)).toMatchObject({ state: "open", given_as: null });
    await step(seller, dealId, { intent: "sold" });
    expect(await step(seller, dealId, { intent: "handed_over" })).toMatchObject({ status: 200 });
    expect(await dealRow(dealId)).toMatchObject({
      state: "handed_over",
      given_as: "handed_over",
      given_at: expect.any(Date),
    });
    expect(await countsOf(listing)).toEqual({ quantity: 0, reserved: 0, status: "sold" });
  });

  test.each(["reserved", "sold"] as const)(
    "put a %s piece on offer again when the buyer cancels with a reason",
    async (as) => {
      const { dealId } = await marked(as);
      expect(await step(buyer, dealId, { intent: "cancel", reason: " " })).toMatchObject(
        faults({ reason: ["Tell them briefly why."] }),
      );
      expect(await step(buyer, dealId, { intent: "cancel", reason: "Too heavy" })).toMatchObject({
        status: 200,
      });
      expect(await countsOf(listing)).toEqual({ quantity: 1, reserved: 0, status: "available" });
      expect(await dealPanelOf(seller.viewer, roomId)).toMatchObject({
        deal: { state: "cancelled", reason: "Too heavy", cancelledBy: "other", steps: [] },
        mark: { items: [{ left: 1, priceCents: 12_950, chosen: true }] },
      });
      expect(await step(seller, dealId, { intent: "sold" })).toMatchObject(
        refusal(409, "This was cancelled."),
      );
    },
  );

  test("do not allow one person to cancel alone once both have confirmed", async () => {
    const { dealId } = await marked();
    await step(buyer, dealId, { intent: "confirm" });
    for (const who of [seller, buyer])
      expect(await step(who, dealId, { intent: "cancel", reason: "Changed my mind" })).toMatchObject(
        refusal(409, /both confirmed/),
      );
  });

  test("change nothing when they are repeated, and the answer says so", async () => {
    const { dealId } = await marked();
    const both = await Promise.all([1, 2].map(() => takeStep(buyer.viewer, dealId, { intent: "confirm" })));
    expect(both.map(({ repeated }) => repeated).sort()).toEqual([false, true]);
    expect(await step(buyer, dealId, { intent: "confirm" })).toMatchObject(
      toasted("That has already been done."),
    );
    expect((await notices("deal")).filter(({ facts }) => facts.event === "confirmed")).toHaveLength(1);
  });

  test("are possible only for the deal's two people: for others the deal does not exist", async () => {
    const { dealId } = await marked();
    for (const intent of ["confirm", "cancel", "sold"]) {
      expect(await step(stranger, dealId, { intent, reason: "no" })).toMatchObject({ status: 404 });
      expect((await step(null, dealId, { intent, reason: "no" })).location).toContain("/auth");
    }
    for (const id of [randomUUID(), "none"])
      expect(await step(buyer, id, { intent: "confirm" })).toMatchObject({ status: 404 });
    expect(await step(seller, dealId, { intent: "confirm" })).toMatchObject({ status: 409 });
    expect(await step(buyer, dealId, { intent: "sent" })).toMatchObject({ status: 409 });
    expect(await step(buyer, dealId, { intent: "steal" })).toMatchObject({
      status: 400,
      data: { reason: "form_broken", result: { error: { "": [expect.any(String)] } } },
    });
    for (const [max, name, fields] of [
      [500, "reason", { intent: "cancel" }],
      [60, "carrier", { intent: "sent" }],
      [60, "tracking", { intent: "sent" }],
    ] as const) {
      expect(await step(seller, dealId, { ...fields, [name]: "x".repeat(max + 1) })).toMatchObject(
        faults({ [name]: [expect.stringContaining(String(max))] }),
      );
    }
    expect(await dealRow(dealId)).toMatchObject({ state: "open", buyer_confirmed_at: null });
  });

  test("are still possible when the listing is deleted: the deal keeps the listing's name", async () => {
    const { dealId } = await marked();
    await deleteListing(seller.viewer, listing);
    expect(await step(buyer, dealId, { intent: "confirm" })).toMatchObject({ status: 200 });
    const kept = { state: "agreed", listing_id: null, listing_name: "Blade 98" };
    expect(await dealRow(dealId)).toMatchObject(kept);
  });
});

describe("the deals in a conversation", () => {
  const panel = (who: Person | null) => visitorOf(who).open(panelCall, `/deals/rooms/${roomId}`, { roomId });

  test("are shown only to the two people of the conversation", async () => {
    await marked();
    expect((await panel(null)).location).toContain("/auth");
    expect(await panel(stranger)).toMatchObject({ status: 404 });
    expect((await panel(buyer)).data).toMatchObject({
      role: "buyer",
      deal: { steps: ["confirm", "cancel"] },
    });
    expect((await panel(seller)).data).toMatchObject({
      role: "seller",
      mark: null,
      deal: { steps: ["cancel"] },
    });
  });

  test("that are still going are shown rather than a later one that was cancelled", async () => {
    await setQuantity(listing, 2);
    const { dealId: agreed } = await marked();
    await step(buyer, agreed, { intent: "confirm" });
    const { dealId: later } = await marked("reserved");
    expect((await panel(buyer)).data).toMatchObject({ deal: { id: later } });
    await step(seller, later, { intent: "cancel", reason: "Sold elsewhere" });
    expect((await panel(buyer)).data).toMatchObject({ deal: { id: agreed, state: "agreed" } });
    await step(seller, agreed, { intent: "handed_over" });
    await step(buyer, agreed, { intent: "received" });
    expect((await panel(buyer)).data).toMatchObject({ deal: { id: later, state: "cancelled" } });
  });
});

describe("choosing the buyer", () => {
  const open = (who: Person | null, of = listing) =>
    visitorOf(who).open(newPage, `/deals/new?listing=${of.type}:${of.id}`);

  test("requires the owner, and offers those who wrote about the listing and can still buy it", async () => {
    const [blocked, looked] = [await person("blocked"), await person("looked")];
    await setBlockedIn(seller.viewer, await roomAbout(blocked, listing), true);
    await openRoom(looked.viewer, listing);
    expect((await open(null)).location).toContain("/auth");
    expect(await open(stranger)).toMatchObject({ status: 403 });
    expect(await open(seller, { type: "racket", id: randomUUID() })).toMatchObject({ status: 404 });
    expect(await open(seller, { type: "boat", id: "1" })).toMatchObject({ status: 404 });
    expect((await open(seller)).data).toMatchObject({
      name: "Blade 98",
      mark: { items: [{ left: 1, priceCents: 12_950 }] },
      interested: [{ roomId, name: buyer.viewer.username }],
    });
    await marked("reserved");
    expect((await open(seller)).data).toMatchObject({ mark: null, interested: [] });
  });
});
