import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { startDeal, takeStep } from "#app/features/deals/commands.server.ts";
import { answerProposal, propose } from "#app/features/deals/proposals.server.ts";
import { buyNow } from "#app/features/offers/buy.server.ts";
import { sendMessage } from "#app/features/rooms/commands.server.ts";
import { db } from "#app/platform/db.server.ts";
import { configure, env } from "#app/platform/env.server.ts";
import { loader as myListings } from "#app/routes/listings/my-listings.route.tsx";
import { action, loader } from "#app/routes/listings/still-for-sale.route.tsx";
import { captureNotices } from "#tests/support/captured-notices.ts";
import { openDatabase } from "#tests/support/database.ts";
import { countsOf, dealForm, roomAbout } from "#tests/support/marked-deals.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { findRow, updateRows } from "#tests/support/rows.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { checkSilentSellers } from "./checks.server.ts";
import { tokenOf } from "./mails.server.ts";

const LONG_AGO = new Date("2025-01-01");
let seller: Person;
let buyer: Person;
let listing: { type: string; id: string };
let roomId: string;

openDatabase(captureNotices);
beforeEach(async () => {
  await sql`truncate silent_sellers`.execute(db());
  await sql`delete from chat_rooms`.execute(db());
  await sql`delete from mails`.execute(db());
  [seller, buyer] = [await person("seller"), await person("buyer")];
  listing = await oldListing();
  roomId = await roomAbout(buyer, listing);
});

/** Moves all messages, and the questions to sellers, back in time by this many days. */
async function letPass(days: number): Promise<void> {
  const by = sql`make_interval(secs => ${days * 86_400})`;
  await sql`update chat_messages set created_at = created_at - ${by}`.execute(db());
  await sql`update chat_rooms set last_message_at = last_message_at - ${by}`.execute(db());
  await sql`
    update silent_sellers set asked_at = asked_at - ${by}, hidden_at = hidden_at - ${by}, answered_at = answered_at - ${by}
  `.execute(db());
}
async function mailsTo(who: Person): Promise<string[]> {
  const mails = await db()
    .selectFrom("mails")
    .select("subject")
    .where("recipient", "=", who.viewer.email)
    .orderBy("id")
    .execute();
  return mails.map(({ subject }) => subject);
}
const hiddenOf = async ({ id }: { id: string }) => (await findRow("listings", { id })).hidden;
const silence = async (who = seller) =>
  ((await who.visitor.open(myListings, "/my-listings")).data as { silence: unknown }).silence;
const reply = (who: Person) => sendMessage(who.viewer, roomId, { clientId: randomUUID(), message: "Yes" });
const oldListing = () =>
  racketOf(seller, { listedAt: LONG_AGO, attributes: { transaction_options: ["direct_checkout", "chat"] } });
/** A deal on which the two agreed long ago. Returns its id. */
async function oldDeal(): Promise<string> {
  const room = await roomAbout(buyer, await oldListing());
  const { dealId } = await startDeal(seller.viewer, dealForm(await oldListing(), room));
  await takeStep(buyer.viewer, dealId, { intent: "confirm" });
  const times = { created_at: LONG_AGO, seller_confirmed_at: LONG_AGO };
  await updateRows("deals", { id: dealId }, times);
  return dealId;
}
async function proposePrice(who: Person, dealId: string): Promise<string> {
  const proposal = randomUUID();
  await propose(who.viewer, dealId, { intent: "propose_price", proposal, price: 10_000, reason: null });
  return proposal;
}
const askSeller = async () => {
  await letPass(31);
  await checkSilentSellers();
};
const ASKED = "Are your listings still for sale?";
const HIDDEN = "Your listings are hidden";
const pathOf = (who: Person) => `/my-listings/still-for-sale?token=${tokenOf(who.viewer.id)}`;

describe("a seller who answers nobody", () => {
  test("is asked after 30 days, once, and their listings are hidden after 14 more", async () => {
    const second = await oldListing();
    await letPass(29);
    await checkSilentSellers();
    expect(await mailsTo(seller)).toEqual([]);
    await letPass(2);
    // Two servers run the check at the same time.
    await Promise.all([checkSilentSellers(), checkSilentSellers()]);
    await checkSilentSellers();
    expect(await mailsTo(seller)).toEqual([ASKED]);
    expect(await silence()).toMatchObject({ hidden: false });
    await letPass(13);
    await checkSilentSellers();
    expect(await countsOf(listing)).toMatchObject({ status: "available" });
    await letPass(1.1);
    await Promise.all([checkSilentSellers(), checkSilentSellers()]);
    expect(await mailsTo(seller)).toEqual([ASKED, HIDDEN]);
    for (const one of [listing, second]) {
      expect(await hiddenOf(one)).toBe("unanswered");
      expect(await countsOf(one)).toMatchObject({ status: "hidden" });
    }
    expect(await silence()).toMatchObject({ hidden: true });
    expect(await silence(buyer)).toBeNull();
  });

  test.each([
    ["replies", () => reply(seller)],
    ["lists something new", () => racketOf(seller)],
    ["sells to somebody", async () => startDeal(seller.viewer, dealForm(await oldListing(), null))],
    [
      "reserves something for somebody",
      async () => startDeal(seller.viewer, dealForm(await oldListing(), null, { as: "reserved" })),
    ],
    ["proposes another price for a deal", async () => proposePrice(seller, await oldDeal())],
    [
      "declines a price that a buyer proposed",
      async () => {
        const dealId = await oldDeal();
        const proposal = await proposePrice(buyer, dealId);
        await answerProposal(seller.viewer, dealId, { intent: "decline_proposal", proposal });
      },
    ],
  ])("keeps their listings visible when, after being asked, the seller %s", async (_, answer) => {
    await askSeller();
    await answer();
    await letPass(0.1);
    await checkSilentSellers();
    expect(await silence()).toBeNull();
    await letPass(15);
    await checkSilentSellers();
    expect(await hiddenOf(listing)).toBeNull();
    expect(await mailsTo(seller)).toEqual([ASKED]);
  });

  test("is still silent when a buyer requests a listing of theirs, or proposes something", async () => {
    await askSeller();
    await proposePrice(buyer, await oldDeal());
    const request = { listing: await oldListing(), pieces: 1, cents: 12_950, deal: randomUUID() };
    await buyNow(buyer.viewer, request);
    await checkSilentSellers();
    expect(await silence()).toMatchObject({ hidden: false });
  });

  test.each([
    ["the last message is theirs", () => reply(seller)],
    ["one person blocks the other", () => sql`update chat_rooms set blocked = true`.execute(db())],
    [
      "no piece of the listing is left",
      () => sql`update listings set quantity = 0 where id = ${listing.id}`.execute(db()),
    ],
    [
      "they are suspended",
      () =>
        sql`update profiles set suspended_until = 'infinity' where id = ${seller.viewer.id}`.execute(db()),
    ],
    ["the buyer's message is very old", () => letPass(60)],
  ])("is not asked when %s", async (_, before) => {
    await before();
    await askSeller();
    expect(await mailsTo(seller)).toEqual([]);
  });

  test("is told nothing while they are suspended: their listings are hidden once the suspension has ended", async () => {
    const suspendedUntil = (until: string | null) =>
      updateRows(
        "profiles",
        { id: seller.viewer.id },
        { suspended_until: sql<Date | null>`${until}::timestamptz` },
      );
    await askSeller();
    await suspendedUntil("infinity");
    await letPass(15);
    await checkSilentSellers();
    expect(await mailsTo(seller)).toEqual([ASKED]);
    await suspendedUntil(null);
    await checkSilentSellers();
    expect(await mailsTo(seller)).toEqual([ASKED, HIDDEN]);
    expect(await hiddenOf(listing)).toBe("unanswered");
  });

  test("is asked again about a message that came after their answer, even if a later check recorded the answer", async () => {
    await askSeller();
    await reply(seller);
    await letPass(0.01);
    await reply(buyer);
    await letPass(0.01);
    await checkSilentSellers();
    await askSeller();
    expect(await mailsTo(seller)).toEqual([ASKED, ASKED]);
  });

  test("is asked again only after a buyer wrote again", async () => {
    await askSeller();
    await seller.visitor.submit(action, "/my-listings/still-for-sale", {});
    await checkSilentSellers();
    expect(await mailsTo(seller)).toEqual([ASKED]);
    await reply(buyer);
    await askSeller();
    expect(await mailsTo(seller)).toEqual([ASKED, ASKED]);
  });
});

describe("a seller whose listings were hidden, saying that they are still for sale", () => {
  beforeEach(async () => {
    await askSeller();
    await letPass(15);
    await checkSilentSellers();
    expect(await hiddenOf(listing)).toBe("unanswered");
  });

  test("shows the listings again with the button in My Listings", async () => {
    expect(await seller.visitor.submit(action, "/my-listings/still-for-sale", {})).toMatchObject({
      status: 302,
      location: "/my-listings",
    });
    expect(await countsOf(listing)).toMatchObject({ status: "available" });
    expect(await silence()).toBeNull();
    await letPass(20);
    await checkSilentSellers();
    expect(await hiddenOf(listing)).toBeNull();
  });

  test("shows the listings again, signed out, with the button on the page of the mail's link", async () => {
    expect(await new Visitor().open(loader, pathOf(seller))).toMatchObject({ data: { state: "hidden" } });
    expect(await hiddenOf(listing)).toBe("unanswered");
    for (const _ of [1, 2])
      expect(await new Visitor().submit(action, pathOf(seller), {})).toMatchObject({
        status: 200,
        data: { ok: true },
      });
    expect(await hiddenOf(listing)).toBeNull();
    expect(await new Visitor().open(loader, pathOf(seller))).toMatchObject({ data: { state: "done" } });
  });

  test("is asked again, about what they listed since, when they stay silent once more", async () => {
    const fresh = await racketOf(seller);
    await checkSilentSellers();
    expect(await hiddenOf(listing)).toBe("unanswered");
    expect(await silence()).toMatchObject({ hidden: true });
    await letPass(1);
    await sql`update listings set created_at = ${LONG_AGO} where id = ${fresh.id}`.execute(db());
    await roomAbout(buyer, fresh);
    await askSeller();
    expect(await mailsTo(seller)).toEqual([ASKED, HIDDEN, ASKED]);
    expect(await silence()).toMatchObject({ hidden: true });
    await letPass(15);
    await checkSilentSellers();
    expect(await hiddenOf(fresh)).toBe("unanswered");
    await seller.visitor.submit(action, "/my-listings/still-for-sale", {});
    expect([await hiddenOf(listing), await hiddenOf(fresh)]).toEqual([null, null]);
  });

  test("shows the listings again even after answering somebody; the answer alone does not show them", async () => {
    await reply(seller);
    await checkSilentSellers();
    expect(await hiddenOf(listing)).toBe("unanswered");
    expect(await new Visitor().open(loader, pathOf(seller))).toMatchObject({ data: { state: "hidden" } });
    await seller.visitor.submit(action, "/my-listings/still-for-sale", {});
    expect(await hiddenOf(listing)).toBeNull();
    expect(await silence()).toBeNull();
  });

  test("needs a valid token or a session: a forged token or another person changes nothing", async () => {
    const good = tokenOf(seller.viewer.id);
    const before = env();
    configure({ ...before, authSecret: "another secret, of another site, long enough" });
    const foreign = tokenOf(seller.viewer.id);
    configure(before);
    const sign = good.split(".")[1];
    for (const token of [foreign, `${buyer.viewer.id}.${sign}`, `${good}.x`, good.slice(0, -2), "", "."]) {
      const path = `/my-listings/still-for-sale?token=${encodeURIComponent(token)}`;
      expect(await new Visitor().open(loader, path), token).toMatchObject({ status: 410 });
      expect(await new Visitor().submit(action, path, {}), token).toMatchObject({ status: 410 });
    }
    expect((await new Visitor().submit(action, "/my-listings/still-for-sale", {})).location).toContain(
      "/auth",
    );
    await buyer.visitor.submit(action, "/my-listings/still-for-sale", {});
    expect(await hiddenOf(listing)).toBe("unanswered");
  });

  test("shows neither a listing that moderators hid nor the listings of a suspended person", async () => {
    const removed = await racketOf(seller);
    await sql`update listings set hidden = 'removed' where id = ${removed.id}`.execute(db());
    await sql`
      update profiles set suspended_until = now() + interval '1 day' where id = ${seller.viewer.id}
    `.execute(db());
    await new Visitor().submit(action, pathOf(seller), {});
    expect([await hiddenOf(removed), await hiddenOf(listing)]).toEqual(["removed", "suspended"]);
  });
});
