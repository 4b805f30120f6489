import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { db } from "#app/platform/db.server.ts";
import { apiAs, apiWith, keyOf } from "#tests/support/api.ts";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { closeHostsAfterwards } from "#tests/support/picture-hosts.ts";
import { findRow, findRows, updateRows } from "#tests/support/rows.ts";
import { openReceiver, passPauses, type Receiver, sendDue, webhookAt } from "#tests/support/webhooks.ts";
import { changeWebhook, deleteWebhook, revokeKey } from "./commands.server.ts";
import { deleteOldDeliveries } from "./deliveries.server.ts";
import { DUE_ENDPOINTS } from "./queries.server.ts";
import { MOST_LISTED, MOST_WAITING, NEAR_FULL } from "./rules.ts";

closeHostsAfterwards();
openDatabase();

let owner: Person;
let receiver: Receiver;
let hook: string;
beforeEach(async () => {
  owner = await person("owner");
  receiver = await openReceiver();
  ({ id: hook } = await webhookAt(owner, receiver.url));
});

const endpoint = (id = hook) => findRow("webhook_endpoints", { id });
const mails = async () =>
  (await findRows("mails", { recipient: owner.viewer.email }, ["subject"])).map(({ subject }) => subject);
const hideAll = () => updateRows("listings", { user_id: owner.viewer.id }, { hidden: "hidden" });

async function countOf(state: string, id = hook): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from webhook_deliveries where endpoint_id = ${id} and state = ${state}
  `.execute(db());
  return rows[0]?.n ?? 0;
}

/** Which webhooks of the owner something is due at. */
async function sendsDue(): Promise<string[]> {
  const { rows } = await sql<{
    id: string;
  }>`select id from (${DUE_ENDPOINTS}) due where id = ${hook}`.execute(db());
  return rows.map(({ id }) => id);
}

/** Deliveries that wait behind the first one about the same thing, unless each is about another one. */
async function fill(count: number, { state = "waiting", id = hook, ofOneThing = false } = {}): Promise<void> {
  await sql`
    insert into webhook_deliveries (endpoint_id, type, thing, data, state)
    select ${id}, 'listing.hidden', ${ofOneThing ? sql`${id}` : sql`gen_random_uuid()`}, '{}', ${state}
    from generate_series(1, ${count})
  `.execute(db());
}

describe("a webhook for which too much waits", () => {
  test("is told no more, is turned off before it is sent anything, and can be turned on again", async () => {
    await racketOf(owner);
    await racketOf(owner);
    await fill(MOST_WAITING - 1);
    await hideAll();
    await updateRows("listings", { user_id: owner.viewer.id }, { hidden: null });
    expect(await countOf("waiting")).toBe(MOST_WAITING);
    await sendDue(hook);
    expect(receiver.received).toEqual([]);
    expect(await endpoint()).toMatchObject({ off: "full", claimed_until: null });
    expect(await countOf("failed")).toBe(MOST_WAITING);
    expect(await mails()).toEqual(["Your webhook is off"]);
    await changeWebhook(owner.viewer, hook, { active: true });
    await hideAll();
    await sendDue(hook);
    expect(receiver.received.map(({ type }) => type)).toEqual(["listing.hidden", "listing.hidden"]);
  });

  test("is not one that still has room, or that was sent as much before", async () => {
    await fill(MOST_WAITING, { state: "delivered" });
    await fill(MOST_WAITING - NEAR_FULL, { ofOneThing: true });
    await sendDue(hook);
    expect(receiver.received).toHaveLength(1);
    expect(await endpoint()).toMatchObject({ off: null });
  });
});

describe("many deliveries", () => {
  test("are given up and deleted with their webhook or after thirty days, in batches", async () => {
    await fill(6_000);
    await changeWebhook(owner.viewer, hook, { active: false });
    expect(await countOf("failed")).toBe(6_000);
    await updateRows("webhook_deliveries", { endpoint_id: hook }, { created_at: new Date(0) });
    await fill(6_000, { state: "failed" });
    await deleteOldDeliveries();
    expect(await countOf("failed")).toBe(6_000);
    await deleteWebhook(owner.viewer, hook);
    expect(await findRows("webhook_endpoints", { id: hook }, ["id"])).toEqual([]);
  });

  test("that were sent are listed up to a limit, the newest ones", async () => {
    const more = 5;
    await fill(1);
    await fill(MOST_LISTED - 1 + more, { state: "delivered" });
    await deleteOldDeliveries();
    expect([await countOf("waiting"), await countOf("delivered")]).toEqual([1, MOST_LISTED]);
  });

  test("behind one that was refused are due again when it is, and are sent after it, also if they are very many", async () => {
    await fill(1_200, { ofOneThing: true });
    const other = await racketOf(owner);
    await sql`update webhook_deliveries set next_at = now() - interval '1 minute' where endpoint_id = ${hook}`.execute(
      db(),
    );
    receiver.says(503);
    await sendDue(hook);
    receiver.says(200);
    await updateRows("listings", { id: other.id }, { hidden: "hidden" });
    for (let round = 0; round < 4; round += 1) await sendDue(hook);
    expect(receiver.received.map(({ data }) => data.listing_id ?? "first")).toEqual(["first", other.id]);
    expect(await sendsDue()).toEqual([]);
    await passPauses(hook);
    await sendDue(hook);
    await sendDue(hook);
    expect(await countOf("delivered")).toBe(3);
  });

  test("are not read to find which webhooks are due", async () => {
    const quiet = (await webhookAt(owner, receiver.url)).id;
    await fill(20_000, { state: "delivered" });
    await fill(20_000, { state: "delivered", id: quiet });
    await fill(5_000);
    await sql`analyze webhook_deliveries, webhook_endpoints`.execute(db());
    const { rows } = await sql<{ "QUERY PLAN": readonly { Plan: Plan }[] }>`
      explain (analyze, timing off, format json) ${DUE_ENDPOINTS}
    `.execute(db());
    const reads = rows.flatMap((row) => row["QUERY PLAN"]).flatMap(({ Plan }) => readsIn(Plan));
    expect(reads.length).toBeGreaterThan(0);
    for (const read of reads) expect(read).toBeLessThan(10);
  });
});

interface Plan {
  readonly "Relation Name"?: string;
  readonly "Actual Rows": number;
  readonly "Actual Loops": number;
  readonly Plans?: readonly Plan[];
}

/** How many deliveries each part of a plan has read. */
function readsIn(plan: Plan): number[] {
  const read =
    plan["Relation Name"] === "webhook_deliveries" ? [plan["Actual Rows"] * plan["Actual Loops"]] : [];
  return [...read, ...(plan.Plans ?? []).flatMap(readsIn)];
}

describe("a webhook of a key", () => {
  const body = { url: "https://192.0.2.1/events", types: ["listing.hidden"] };
  const idOfKey = async (secret: string) => {
    const keys = await findRows("api_keys", { user_id: owner.viewer.id }, ["id", "hint"]);
    return keys.find(({ hint }) => hint.endsWith(secret.slice(-4)))?.id ?? "";
  };

  test("is told of in a mail to its owner, and is turned off with the key", async () => {
    const secret = await keyOf(owner);
    const leaked = apiWith(secret);
    const added = (await leaked("POST", "/webhooks", { body })).body.id;
    expect(await mails()).toEqual(["A program has set up a webhook"]);
    const other = (await (await apiAs(owner))("POST", "/webhooks", { body })).body.id;
    await leaked("PATCH", `/webhooks/${hook}`, { body: { url: receiver.url } });
    expect(await mails()).toHaveLength(2);
    await racketOf(owner);
    await hideAll();
    expect(await revokeKey(owner.viewer, await idOfKey(secret))).toBe(1);
    expect(await endpoint(added)).toMatchObject({ off: "key", key_id: null });
    expect(await countOf("failed", added)).toBe(1);
    expect([await endpoint(other), await endpoint()]).toMatchObject([{ off: null }, { off: null }]);
  });

  test("is also one whose address the key has changed, until its owner enters another one", async () => {
    const secrets = [await keyOf(owner), await keyOf(owner)];
    for (const secret of secrets) {
      await apiWith(secret)("PATCH", `/webhooks/${hook}`, { body: { url: `${body.url}?${secret}` } });
      if (secret === secrets[1]) await changeWebhook(owner.viewer, hook, { url: receiver.url });
      await revokeKey(owner.viewer, await idOfKey(secret));
      expect(await endpoint()).toMatchObject({ off: secret === secrets[0] ? "key" : null });
      await changeWebhook(owner.viewer, hook, { active: true });
    }
    expect(await mails()).toHaveLength(2);
  });

  test("of another person is not turned off, and their key is not revoked", async () => {
    const secret = await keyOf(owner);
    const added = (await apiWith(secret)("POST", "/webhooks", { body })).body.id;
    const revoked = revokeKey((await person("stranger")).viewer, await idOfKey(secret));
    await expect(revoked).rejects.toMatchObject({ reason: "key_gone" });
    expect(await endpoint(added)).toMatchObject({ off: null });
  });

  test("stays when the key has expired", async () => {
    const expired = await keyOf(owner);
    const added = (await apiWith(expired)("POST", "/webhooks", { body })).body.id;
    await db().deleteFrom("api_keys").where("user_id", "=", owner.viewer.id).execute();
    expect(await endpoint(added)).toMatchObject({ off: null, key_id: null });
  });
});
