import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { action as markForm } from "#app/routes/deals/mark.route.ts";
import { action as stepForm } from "#app/routes/deals/step.route.ts";
import type { Toast } from "#app/ui/toast.ts";
import { captureNotices, clearNotices, notices } from "#tests/support/captured-notices.ts";
import { openDatabase } from "#tests/support/database.ts";
import { countsOf } from "#tests/support/marked-deals.ts";
import { type Person, person } from "#tests/support/people.ts";
import { updateRows } from "#tests/support/rows.ts";
import { dealScene } from "#tests/support/scene.ts";
import { faults, toasted } from "#tests/support/visitor.ts";
import { UNDO_SALE_MINUTES } from "./rules.ts";

let seller: Person;
let buyer: Person;
let listing: { type: string; id: string };
let roomId: string;

openDatabase(captureNotices);
beforeEach(async () => {
  ({ seller, buyer, listing, roomId } = await dealScene());
});

async function marked(to: string, as = "sold") {
  const fields = { listing: `${listing.type}:${listing.id}`, with: to, as, pieces: "1", price: "120" };
  const { data } = await seller.visitor.submit(markForm, "/deals", fields);
  const { toast } = data as { toast: Toast };
  if (!toast.undo) throw new Error("The toast has no undo.");
  return toast.undo;
}
const undo = (who: Person, { path, fields }: NonNullable<Toast["undo"]>) =>
  who.visitor.submit(stepForm, path, fields, { id: path.split("/").at(-1) ?? "" });

test.each(["sold", "reserved"])(
  "an item that was just marked as %s can be marked back by mistake, with no reason",
  async (as) => {
    for (const to of [roomId, "elsewhere"]) {
      await clearNotices();
      const toast = await marked(to, as);
      expect((await countsOf(listing)).status).toBe(as);
      const undone = { status: 200, data: { toast: { title: "Undone: it is for sale again" } } };
      expect(await undo(seller, toast)).toMatchObject(undone);
      expect(await countsOf(listing)).toEqual({ quantity: 1, reserved: 0, status: "available" });
      const events = (await notices("deal")).map(({ facts }) => facts.event).sort();
      expect(events).toEqual(to === roomId ? ["cancelled", as] : [`taken_${as}`]);
    }
  },
);

test("a reservation that was just marked as sold by mistake is reserved again, by its seller alone", async () => {
  const { path } = await marked(roomId, "reserved");
  const step = async (who: Person, intent: string) => undo(who, { path, fields: { intent } });
  const sell = async () => {
    const { data } = await step(seller, "sold");
    return (data as { toast: Toast }).toast.undo ?? { path: "", fields: {} };
  };
  const toast = await sell();
  expect((await countsOf(listing)).status).toBe("sold");
  await clearNotices();
  for (const [who, status] of [
    [await person("stranger"), 404],
    [buyer, 409],
  ] as const)
    expect((await undo(who, toast)).status).toBe(status);
  const answers = await Promise.all([undo(seller, toast), undo(seller, toast)]);
  expect(answers.map(({ data }) => (data as { toast: Toast }).toast.title).sort()).toEqual([
    "That has already been done.",
    "Undone: it is reserved again",
  ]);
  expect(await countsOf(listing)).toEqual({ quantity: 1, reserved: 1, status: "reserved" });
  expect((await notices("deal")).map(({ facts, userIds }) => [facts.event, userIds])).toEqual([
    ["reserved", [buyer.viewer.id]],
  ]);
  await sell();
  await updateRows(
    "deals",
    {},
    { seller_confirmed_at: new Date(Date.now() - (UNDO_SALE_MINUTES + 1) * 60_000) },
  );
  expect((await undo(seller, toast)).status).toBe(409);
  await step(buyer, "confirm");
  expect((await undo(seller, toast)).status).toBe(409);
});

test("what the buyer has confirmed, or had time to read, is not taken back without a reason", async () => {
  const toast = await marked(roomId);
  expect(await undo(buyer, toast)).toMatchObject(faults({ reason: [expect.any(String)] }));
  const dealId = toast.path.split("/").at(-1) ?? "";
  const long = sql<Date>`now() - make_interval(mins => ${UNDO_SALE_MINUTES + 1})`;
  await updateRows("deals", { id: dealId }, { created_at: long });
  expect(await undo(seller, toast)).toMatchObject({ status: 422 });
  await undo(buyer, { ...toast, fields: { intent: "confirm" } });
  expect(await undo(seller, toast)).toMatchObject({ status: 409 });
});

test("a sale to somebody outside the shop is undone later too, with no reason, and by its seller alone", async () => {
  const toast = await marked("elsewhere");
  await updateRows("deals", {}, { created_at: new Date(0) });
  expect(await undo(buyer, toast)).toMatchObject({ status: 404 });
  expect(await undo(seller, toast)).toMatchObject(toasted("Undone: it is for sale again"));
  expect(await undo(seller, toast)).toMatchObject(toasted("That has already been done."));
});

test("a reservation that is cancelled later, because its buyer left the shop, is not called undone", async () => {
  const toast = await marked(roomId, "reserved");
  await updateRows(
    "deals",
    { id: toast.path.split("/").at(-1) ?? "" },
    { created_at: new Date(0), buyer_id: null },
  );
  const { status, data } = await undo(seller, toast);
  expect([status, (data as { toast: Toast }).toast.title]).toEqual([200, "Cancelled"]);
});
