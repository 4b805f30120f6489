import { sql } from "kysely";
import { expect, test } from "vitest";
import { raiseSignal } from "#app/features/moderation/signals/raise.server.ts";
import { signalThresholds } from "#app/features/moderation/signals/settings.server.ts";
import { db } from "#app/platform/db.server.ts";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person, racketOf, staffPerson } from "#tests/support/people.ts";
import { insertRow } from "#tests/support/rows.ts";
import { faultsIn } from "#tests/support/visitor.ts";
import { action, loader } from "./signals.route.tsx";

let operator: Person;

openDatabase(async () => {
  operator = await staffPerson("operator");
});

interface Page {
  readonly stored: Record<string, string>;
  readonly outcomes: Record<string, string>;
}

const page = async () => (await operator.visitor.open(loader, "/operator/signals")).data as Page;
const save = async (fields: Record<string, string>, who = operator) =>
  who.visitor.submit(action, "/operator/signals", { ...(await page()).stored, ...fields });

test("an operator sets thresholds and switches signals off, and the log says so", async () => {
  expect(await signalThresholds()).toMatchObject({ low_price: 50, alike_messages: 10, imitation: 1 });
  expect(
    await save({ "low_price-threshold": "40", "imitation-threshold": "0", contact: "off" }),
  ).toMatchObject({
    location: "/operator/signals",
  });
  expect(await signalThresholds()).toMatchObject({
    low_price: 40,
    imitation: 0,
    contact: null,
    alike_messages: 10,
  });
  const entry = await db()
    .selectFrom("staff_log")
    .select(["actor_id", "facts"])
    .where("action", "=", "settings_changed")
    .orderBy("id", "desc")
    .executeTakeFirst();
  expect(entry).toMatchObject({
    actor_id: operator.viewer.id,
    facts: { low_price: 40, contact: "off", payment: null },
  });
  expect(await save({ "low_price-threshold": "", "imitation-threshold": "", contact: "on" })).toMatchObject({
    location: "/operator/signals",
  });
  expect(await signalThresholds()).toMatchObject({ low_price: 50, imitation: 1, contact: 6 });
});

test.each([
  ["low_price-threshold", "91"],
  ["low_price-threshold", "9"],
  ["imitation-threshold", "-1"],
  ["alike_messages-threshold", "10.5"],
  ["many_listings-threshold", "many"],
])("the threshold %s of %s is refused beside its field", async (field, value) => {
  const { status, data } = await save({ [field]: value });
  expect(status).toBe(422);
  expect(Object.keys(faultsIn({ data }) ?? {})).toEqual([field]);
});

test("a stored threshold out of bounds counts as not set", async () => {
  await sql`insert into settings (signals) values ('{"low_price": {"threshold": 99}}')
    on conflict (one) do update set signals = excluded.signals`.execute(db());
  await save({ "copied_photo-threshold": "5" });
  expect(await signalThresholds()).toMatchObject({ low_price: 50, copied_photo: 5 });
});

test("each signal shows how many were raised, decided and upheld in 90 days", async () => {
  const raised = async () => {
    const { id } = await racketOf(await person("seller"));
    await raiseSignal({ signal: "low_price", kind: "listing", id });
    return id;
  };
  const decide = async (id: string, decided: object) => {
    const { case_id } = await db()
      .selectFrom("cases")
      .select("id as case_id")
      .where("subject_id", "=", id)
      .executeTakeFirstOrThrow();
    await insertRow("decisions", {
      case_id,
      words: "Because.",
      in_force_at: new Date(),
      ...decided,
    } as never);
  };
  await decide(await raised(), { action: "hide", rule: "fraud" });
  await decide(await raised(), { action: "dismiss", rule: null });
  await decide(await raised(), { action: "hide", rule: "fraud", reversed_at: new Date() });
  await decide(await raised(), { action: "hide", rule: "fraud", in_force_at: null });
  const old = await raised();
  await decide(old, { action: "hide", rule: "fraud" });
  await sql`update reports set created_at = now() - interval '91 days'
    where case_id in (select id from cases where subject_id = ${old})`.execute(db());
  const { outcomes } = await page();
  expect(outcomes.low_price).toBe("In 90 days: 4 raised, 3 decided · 33.3% upheld");
  expect(outcomes.payment).toBe("In 90 days: 0 raised, 0 decided");
});

test("members and moderators get neither the page nor its form", async () => {
  const [member, moderator] = [await person("member"), await staffPerson("moderator")];
  for (const who of [member, moderator]) {
    expect(await who.visitor.open(loader, "/operator/signals")).toMatchObject({ status: 404 });
    expect(await save({ contact: "off" }, who)).toMatchObject({ status: 404 });
  }
  expect((await signalThresholds()).contact).toBe(6);
});
