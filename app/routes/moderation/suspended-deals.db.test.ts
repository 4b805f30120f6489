import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { dealPanelOf } from "#app/features/chat/deal-panel.server.ts";
import { takeStep } from "#app/features/deals/commands.server.ts";
import type { OrderWhole } from "#app/features/deals/view.ts";
import { suspend } from "#app/features/moderation/cases/effects.server.ts";
import { endDueSuspensions } from "#app/features/moderation/jobs.server.ts";
import { deliverNotice } from "#app/features/notifications/deliver.server.ts";
import { buyNow } from "#app/features/offers/buy.server.ts";
import { orders } from "#app/features/orders/queries.server.ts";
import { inTransaction } from "#app/platform/db.server.ts";
import { loader as orderPage } from "#app/routes/deals/order.route.tsx";
import { action as stepForm } from "#app/routes/deals/step.route.ts";
import { loader as sellerPage } from "#app/routes/sellers/seller.route.tsx";
import { type ApiClient, apiAs } from "#tests/support/api.ts";
import { captureNotices, clearNotices, notices } from "#tests/support/captured-notices.ts";
import { caseAbout } from "#tests/support/cases.ts";
import { openDatabase } from "#tests/support/database.ts";
import { dealRow } from "#tests/support/marked-deals.ts";
import { parsedPurchase } from "#tests/support/offers.ts";
import { type Person, racketOf, staffPerson } from "#tests/support/people.ts";
import { findRows, insertRow, insertRows, updateRows } from "#tests/support/rows.ts";
import { agreedScene } from "#tests/support/scene.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { action as decideForm } from "./case.route.tsx";

const UNTIL = new Date("2199-01-02T12:00:00Z");
const SOON = new Date("2198-01-02T12:00:00Z");

let seller: Person;
let buyer: Person;
let stranger: Person;
let dealId: string;
let roomId: string;

openDatabase(captureNotices);
beforeEach(async () => {
  ({ seller, buyer, stranger, dealId, roomId } = await agreedScene());
  await clearNotices();
});

const suspended = ({ viewer }: Person, until: Date | "infinity" = UNTIL) =>
  inTransaction((trx) => suspend(trx, viewer.id, until));
const told = async () =>
  (await notices("deal")).map(({ userIds, facts: { event, suspension } }) => [
    userIds[0],
    event,
    suspension?.role,
    suspension?.until,
  ]);
const pageOf = async ({ visitor }: Person) =>
  ((await visitor.open(orderPage, `/orders/${dealId}`, { dealId })).data as { order: OrderWhole }).order;
const profileFor = (visitor: Visitor, { viewer: { username } }: Person) =>
  visitor.open(sellerPage, `/sellers/${username}`, { username });
const cancel = ({ visitor }: Person, id: string) =>
  visitor.submit(stepForm, `/deals/${id}`, { intent: "cancel", reason: "They cannot answer" }, { id });

test("the other party of each open deal is told what to do, and nobody is told of deals that are over", async () => {
  await suspended(seller);
  expect(await told()).toEqual([[buyer.viewer.id, "suspended", "buyer", UNTIL.toISOString()]]);
  await clearNotices();
  await suspended(buyer, "infinity");
  expect(await told()).toEqual([[seller.viewer.id, "suspended", "seller", null]]);
  await clearNotices();
  await updateRows(
    "deals",
    { id: dealId },
    { state: "cancelled", cancelled_by: "buyer", cancelled_at: new Date() },
  );
  await suspended(seller, "infinity");
  expect(await told()).toEqual([]);
});

test("the mail about it is in the reader's language and arrives once, also if the suspension is decided twice", async () => {
  await insertRows("user_preferences", { user_id: buyer.viewer.id, language: "nl" });
  await suspended(seller);
  // It ends earlier, so that it changes nothing.
  await suspended(seller, SOON);
  for (const notice of await notices("deal")) await deliverNotice(notice);
  const mails = await findRows("mails", { recipient: buyer.viewer.email }, ["subject", "text"]);
  expect(mails).toHaveLength(1);
  expect(mails[0]?.subject).toMatch(/is geblokkeerd/);
  expect(mails[0]?.text).toContain("Betaal nu niet.");
  expect(mails[0]?.text).toContain("2 jan 2199");
});

test("the page of the deal and the conversation say so to the other party alone", async () => {
  expect((await pageOf(buyer)).suspended).toBeNull();
  await suspended(seller);
  const { suspended: shown, steps } = await pageOf(buyer);
  expect(shown).toMatchObject({
    title: `${seller.viewer.username} is suspended until Jan 2, 2199.`,
    advice: [/Do not pay now/, /does not count against you/, /We will tell you/].map((text) =>
      expect.stringMatching(text),
    ),
  });
  expect(steps).toContain("cancel");
  expect((await dealPanelOf(buyer.viewer, roomId)).deal?.suspended).toEqual(shown);
  await takeStep(seller.viewer, dealId, { intent: "sent" });
  expect((await pageOf(buyer)).suspended?.advice[0]).toMatch(/If the item arrives/);
  await takeStep(buyer.viewer, dealId, { intent: "received" });
  expect((await pageOf(buyer)).suspended).toBeNull();
});

test("the list of orders and the API say so to the other party alone, while the deal is open", async () => {
  const listed = async ({ viewer }: Person) =>
    (await orders(viewer, { as: null, show: null, page: 1 })).orders[0]?.suspended;
  const [asBuyer, asSeller] = [await apiAs(buyer), await apiAs(seller)];
  const called = async (api: ApiClient) => {
    const [list, whole] = [await api("GET", "/deals"), await api("GET", `/deals/${dealId}`)];
    expect(list.body.data[0].other_suspension).toEqual(whole.body.other_suspension);
    return whole.body.other_suspension;
  };
  expect([await listed(buyer), await called(asBuyer)]).toEqual([null, null]);
  await suspended(seller);
  expect(await listed(buyer)).toEqual((await pageOf(buyer)).suspended);
  expect(await called(asBuyer)).toEqual({ until: UNTIL.toISOString() });
  await suspended(seller, "infinity");
  expect((await listed(buyer))?.title).toBe(`${seller.viewer.username} is suspended.`);
  expect(await called(asBuyer)).toEqual({ until: null });
  await updateRows("profiles", { id: seller.viewer.id }, { suspended_until: null });
  await suspended(buyer);
  expect((await listed(seller))?.advice[0]).toMatch(/^Keep the item/);
  expect(await listed(buyer)).toBeNull();
  await updateRows("profiles", { id: buyer.viewer.id }, { suspended_until: null });
  expect([await listed(seller), await called(asSeller)]).toEqual([null, null]);
});

test("their profile says so to who has an open deal with them, and does not exist for anybody else", async () => {
  await suspended(seller);
  expect(await profileFor(buyer.visitor, seller)).toMatchObject({
    status: 403,
    data: { message: expect.stringMatching(/is suspended until/), link: { to: `/orders/${dealId}` } },
  });
  for (const visitor of [stranger.visitor, new Visitor()])
    expect(await profileFor(visitor, seller)).toMatchObject({ status: 404 });
  expect(await cancel(stranger, dealId)).toMatchObject({ status: 404 });
  expect(await cancel(buyer, dealId)).toMatchObject({ status: 200 });
  expect(await profileFor(buyer.visitor, seller)).toMatchObject({ status: 404 });
});

test('a buyer can cancel a binding "Buy Now" request to a suspended seller, which counts against nobody', async () => {
  const options = { transaction_options: ["direct_checkout", "chat", "bid"] };
  const listing = await racketOf(seller, { attributes: options });
  const { dealId: id } = await buyNow(buyer.viewer, parsedPurchase(listing));
  expect(await cancel(buyer, id)).toMatchObject({ status: 409 });
  await suspended(seller);
  expect(await cancel(buyer, id)).toMatchObject({ status: 200 });
  expect(await dealRow(id)).toMatchObject({
    state: "cancelled",
    cancelled_by: "buyer",
    ended_because: null,
  });
});

test("the other party is told when the suspension ends by time", async () => {
  await suspended(seller);
  await clearNotices();
  await updateRows(
    "profiles",
    { id: seller.viewer.id },
    { suspended_until: sql<Date>`now() - interval '1 minute'` },
  );
  await endDueSuspensions();
  expect(await told()).toEqual([[buyer.viewer.id, "suspension_over", undefined, undefined]]);
  expect((await pageOf(buyer)).suspended).toBeNull();
});

test("the other party is told when an appeal shortens the suspension, and when one ends it", async () => {
  const moderator = await staffPerson("moderator");
  const caseId = await caseAbout("person", seller.viewer.username);
  const decided = async (until: Date) => {
    const { id } = await insertRow("decisions", {
      case_id: caseId,
      person_id: seller.viewer.id,
      action: "suspend",
      rule: "fraud",
      words: "We saw it.",
      until,
      in_force_at: new Date(),
    });
    await suspended(seller, until);
    return id;
  };
  const [short, long] = [await decided(SOON), await decided(UNTIL)];
  await clearNotices();
  const reverse = async (decision: string) => {
    await insertRow("appeals", { decision_id: decision, words: "" });
    const fields = { intent: "appeal", decision, outcome: "reversed", answer: "You are right." };
    expect(
      await moderator.visitor.submit(decideForm, `/moderation/cases/${caseId}`, fields, { id: caseId }),
    ).toMatchObject({ status: 302 });
  };
  await reverse(long);
  expect(await told()).toEqual([[buyer.viewer.id, "suspended", "buyer", SOON.toISOString()]]);
  await clearNotices();
  await reverse(short);
  expect(await told()).toEqual([[buyer.viewer.id, "suspension_over", undefined, undefined]]);
});
