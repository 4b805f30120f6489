import type { ServerResponse } from "node:http";
import { sql } from "kysely";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { inTransaction } from "#app/platform/db.server.ts";
import { configure, env } from "#app/platform/env.server.ts";
import { startJobs, stopJobs } from "#app/platform/jobs.server.ts";
import { logger } from "#app/platform/log.server.ts";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { closeHostsAfterwards } from "#tests/support/picture-hosts.ts";
import { terminateBlocked, waitForLocks } from "#tests/support/races.ts";
import { findRow, findRows, insertRow, updateRows } from "#tests/support/rows.ts";
import {
  isSignedWith,
  openReceiver,
  passPauses,
  type Receiver,
  sendDue,
  webhookAt,
} from "#tests/support/webhooks.ts";
import {
  addWebhook,
  changeWebhook,
  replayDelivery,
  rotateWebhookSecret,
  testWebhook,
} from "./commands.server.ts";
import { deliverTo } from "./deliver.server.ts";
import { deleteOldDeliveries } from "./deliveries.server.ts";
import { listenForWebhooks, webhookJobs } from "./jobs.server.ts";
import { pauseAfter, restAfter } from "./rules.ts";
import { webhookHosts } from "./send.server.ts";
import { signaturesOf } from "./signature.server.ts";

closeHostsAfterwards();
const database = openDatabase();

let owner: Person;
let receiver: Receiver;
let hook: string;
let secret: string;
beforeEach(async () => {
  owner = await person("owner");
  receiver = await openReceiver();
  ({ id: hook, secret } = await webhookAt(owner, receiver.url));
});

type Key = { id: string };
const hide = ({ id }: Key) => updateRows("listings", { id }, { hidden: "hidden" });
const show = ({ id }: Key) => updateRows("listings", { id }, { hidden: null });
const endpoint = (id = hook) => findRow("webhook_endpoints", { id });
const deliveries = async (id = hook) => {
  const columns = [
    "id",
    "type",
    "state",
    "tries",
    "status",
    "fault",
    "answer",
    "position",
    "next_at",
  ] as const;
  const rows = await findRows("webhook_deliveries", { endpoint_id: id }, columns);
  return rows.sort((row, other) => row.position - other.position);
};
const types = (among = receiver) => among.received.map(({ type }) => type);
const mails = () => findRows("mails", { recipient: owner.viewer.email }, ["subject", "text"]);

const failingForADay = () =>
  updateRows("webhook_endpoints", { id: hook }, { failing_since: sql<Date>`now() - interval '1 day'` });

async function hiddenRacket(): Promise<Key> {
  const racket = await racketOf(owner);
  await hide(racket);
  return racket;
}

test("the signature is that of the example of Standard Webhooks", () => {
  const content = {
    id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
    timestamp: 1_614_265_330,
    body: '{"test": 2432232314}',
  };
  expect(signaturesOf(content, ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"])).toBe(
    "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  );
});

describe("a delivery", () => {
  test("is a signed post with ids and a state, and is sent once", async () => {
    const racket = await hiddenRacket();
    expect(await sendDue(hook)).toBe(true);
    await sendDue(hook);
    expect(receiver.received).toHaveLength(1);
    const [event] = receiver.received;
    if (!event) throw new Error("nothing arrived");
    expect(isSignedWith(secret, event)).toBe(true);
    expect(isSignedWith("whsec_b3RoZXI=", event)).toBe(false);
    const [delivery] = await deliveries();
    expect(event.headers).toMatchObject({ "content-type": "application/json", "webhook-id": delivery?.id });
    expect(JSON.parse(event.body)).toEqual({
      type: "listing.hidden",
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
      data: { listing_type: "racket", listing_id: racket.id, status: "hidden" },
    });
    expect(delivery).toMatchObject({ state: "delivered", tries: 1, status: 204 });
  });

  test("is signed with the secret before too, for a day", async () => {
    const newer = await rotateWebhookSecret(owner.viewer, hook);
    await hiddenRacket();
    await sendDue(hook);
    await updateRows("webhook_endpoints", { id: hook }, { former_until: new Date() });
    await hiddenRacket();
    await sendDue(hook);
    const signedBy = receiver.received.map((event) => [secret, newer].map((one) => isSignedWith(one, event)));
    expect(signedBy).toEqual([
      [true, true],
      [false, true],
    ]);
  });

  test.each([
    [500, null],
    [404, null],
    [302, "redirect"],
  ])("that is answered with %d waits, and a redirect is not followed", async (status, fault) => {
    const elsewhere = await openReceiver();
    receiver.says(status, { location: elsewhere.url });
    await hiddenRacket();
    await sendDue(hook);
    expect(elsewhere.connections()).toBe(0);
    const answer = `status ${status}`;
    expect(await deliveries()).toMatchObject([{ state: "waiting", tries: 1, status, fault, answer }]);
    receiver.says(200);
    await passPauses(hook);
    await sendDue(hook);
    expect(await deliveries()).toMatchObject([{ state: "delivered", tries: 2, status: 200, fault: null }]);
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1);
  });

  test("to a receiver that is silent, breaks off or is down waits", async () => {
    const limits = { connectMs: 1_000, totalMs: 100 };
    await hiddenRacket();
    const responses: ServerResponse[] = [];
    receiver.answers((_, response) => responses.push(response));
    await sendDue(hook, limits);
    expect(await deliveries()).toMatchObject([{ state: "waiting", status: null, fault: "timeout" }]);
    receiver.answers((_, response) => response.destroy());
    await passPauses(hook);
    await sendDue(hook);
    expect(await deliveries()).toMatchObject([{ state: "waiting", status: null, fault: "unreachable" }]);
    await updateRows("webhook_endpoints", { id: hook }, { url: "http://127.0.0.1:1/" });
    await passPauses(hook);
    await sendDue(hook);
    expect(await deliveries()).toMatchObject([{ state: "waiting", tries: 3, fault: "unreachable" }]);
    expect(await endpoint()).toMatchObject({ unanswered: 3, slow: true, off: null });
  });

  test("counts as taken when its answer has come, however long its text, of which the beginning is kept", async () => {
    receiver.answers((_, response) => response.writeHead(200).end(`\u0000\u202e<b>${"x".repeat(100_000)}`));
    await hiddenRacket();
    await sendDue(hook);
    const [delivery] = await deliveries();
    expect(delivery).toMatchObject({ state: "delivered", status: 200 });
    expect(delivery?.answer).toMatch(/^<b>x{497}$/);
  });

  test("of one thing waits for those before it, and not for other things", async () => {
    const [racket, other] = [await racketOf(owner), await racketOf(owner)];
    await hide(racket);
    await show(racket);
    await hide(other);
    receiver.answers(({ data }, response) =>
      response.writeHead(data.listing_id === racket.id ? 503 : 200).end(),
    );
    for (let times = 0; times < 3; times += 1) {
      await passPauses(hook);
      await sendDue(hook);
    }
    expect(types()).toEqual(Array.from({ length: 4 }, () => "listing.hidden"));
    receiver.says(200);
    await passPauses(hook);
    await sendDue(hook);
    await sendDue(hook);
    expect(types().slice(4)).toEqual(["listing.hidden", "listing.available"]);
    expect((await deliveries()).map(({ state }) => state)).toEqual(["delivered", "delivered", "delivered"]);
  });

  test("that is never taken is given up alone while others are, and then the next about its thing is sent", async () => {
    const racket = await hiddenRacket();
    await show(racket);
    receiver.answers(({ type, data }, response) => {
      const isPoison = type === "listing.hidden" && data.listing_id === racket.id;
      response.writeHead(isPoison ? 422 : 200).end();
    });
    for (let tries = 1; tries <= 8; tries += 1) {
      await hiddenRacket();
      await passPauses(hook);
      await sendDue(hook);
    }
    const [poison, next] = await deliveries();
    expect([poison, next]).toMatchObject([
      { state: "failed", tries: 8 },
      { state: "waiting", tries: 0 },
    ]);
    await sendDue(hook);
    expect(types().at(-1)).toBe("listing.available");
    expect(await endpoint()).toMatchObject({ off: null, failing_since: null });
    expect(await mails()).toEqual([]);
  });

  test("can be sent again, with the same id", async () => {
    await hiddenRacket();
    await sendDue(hook);
    const [delivery] = await deliveries();
    await replayDelivery(owner.viewer, hook, delivery?.id ?? "");
    await sendDue(hook);
    expect(receiver.received.map(({ id }) => id)).toEqual([delivery?.id, delivery?.id]);
    await changeWebhook(owner.viewer, hook, { active: false });
    const again = replayDelivery(owner.viewer, hook, delivery?.id ?? "");
    await expect(again).rejects.toMatchObject({ reason: "webhook_off" });
  });

  test("is deleted after thirty days", async () => {
    await hiddenRacket();
    await sendDue(hook);
    await hiddenRacket();
    const days = (count: number) => sql<Date>`now() - make_interval(days => ${count})`;
    const [first, second] = await deliveries();
    await updateRows("webhook_deliveries", { id: first?.id }, { created_at: days(31) });
    await updateRows("webhook_deliveries", { id: second?.id }, { created_at: days(29) });
    await deleteOldDeliveries();
    expect(await deliveries()).toMatchObject([{ id: second?.id }]);
  });
});

describe("a server", () => {
  test("does not send while another one does, nor what that is sending", async () => {
    const responses: ServerResponse[] = [];
    receiver.answers((_, response) => responses.push(response));
    await hiddenRacket();
    const sending = sendDue(hook);
    await vi.waitFor(() => expect(responses).toHaveLength(1), { timeout: 10_000 });
    await hiddenRacket();
    expect(await Promise.all([sendDue(hook), sendDue(hook)])).toEqual([false, false]);
    expect(receiver.received).toHaveLength(1);
    responses[0]?.writeHead(200).end();
    expect(await sending).toBe(true);
    receiver.answers();
    await sendDue(hook);
    expect(receiver.received).toHaveLength(2);
  });

  test("that loses the database between sending and recording has it sent again, with the same id", async () => {
    await hiddenRacket();
    let sending: Promise<unknown> | undefined;
    const lock = inTransaction(async (trx) => {
      await sql`select from webhook_deliveries where endpoint_id = ${hook} for update`.execute(trx);
      sending = Promise.allSettled([sendDue(hook)]);
      await waitForLocks(1);
      await terminateBlocked();
    });
    await lock;
    expect(await sending).toMatchObject([{ status: "rejected" }]);
    expect(await deliveries()).toMatchObject([{ state: "waiting", tries: 0 }]);
    await sendDue(hook);
    expect(receiver.received).toHaveLength(2);
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1);
    expect(await deliveries()).toMatchObject([{ state: "delivered" }]);
  });

  test("that is killed leaves a webhook to another one, when its claim is over", async () => {
    await hiddenRacket();
    await updateRows(
      "webhook_endpoints",
      { id: hook },
      { claimed_until: sql<Date>`now() + interval '1 minute'` },
    );
    expect(await sendDue(hook)).toBe(false);
    await updateRows("webhook_endpoints", { id: hook }, { claimed_until: sql<Date>`now()` });
    expect(await sendDue(hook)).toBe(true);
    expect(receiver.received).toHaveLength(1);
  });

  test("that stops lets another one send at once, with the same id", async () => {
    const stopping = new AbortController();
    receiver.answers(() => stopping.abort(new Error("stop")));
    await hiddenRacket();
    await expect(deliverTo(hook, stopping.signal, webhookHosts())).rejects.toThrow("stop");
    receiver.answers();
    expect(await sendDue(hook)).toBe(true);
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1);
    expect(await deliveries()).toMatchObject([{ state: "delivered", tries: 1 }]);
  });
});

describe("a webhook", () => {
  test("that takes nothing for a day is turned off, with a mail in its owner's language", async () => {
    await insertRow("user_preferences", { user_id: owner.viewer.id, language: "nl" });
    const warned = vi.spyOn(logger, "warn");
    await hiddenRacket();
    await hiddenRacket();
    receiver.says(500);
    await sendDue(hook);
    await passPauses(hook);
    await sendDue(hook);
    expect(await endpoint()).toMatchObject({ off: null, failing_since: expect.any(Date) });
    await failingForADay();
    await updateRows("webhook_deliveries", { endpoint_id: hook }, { tries: 7 });
    await passPauses(hook);
    await sendDue(hook);
    expect(await endpoint()).toMatchObject({ off: "failing" });
    expect((await deliveries()).map(({ state }) => state)).toEqual(["failed", "failed"]);
    const [mail] = await mails();
    expect(mail?.subject).toBe("Je webhook staat uit");
    expect(mail?.text).toContain("Antwoord: 500");
    expect(mail?.text).toContain(`/nl/sell/business/api/webhooks/${hook}`);
    expect(warned).toHaveBeenCalledTimes(1);
    await hiddenRacket();
    expect(await deliveries()).toHaveLength(2);
    await passPauses(hook);
    expect(await sendDue(hook)).toBe(false);
  });

  test("that was tried once before a day on which this shop was down, or told it nothing, stays on", async () => {
    await hiddenRacket();
    receiver.says(503);
    await sendDue(hook);
    await failingForADay();
    await passPauses(hook);
    await sendDue(hook);
    expect(await endpoint()).toMatchObject({ off: null, failing_since: expect.any(Date) });
    expect(await deliveries()).toMatchObject([{ state: "waiting", tries: 2 }]);
    receiver.says(200);
    await passPauses(hook);
    await sendDue(hook);
    expect(await endpoint()).toMatchObject({ off: null, failing_since: null });
    expect(await mails()).toEqual([]);
  });

  test("that answers 410 is turned off at once, and can be turned on again", async () => {
    await hiddenRacket();
    receiver.says(410);
    await sendDue(hook);
    expect(await endpoint()).toMatchObject({ off: "gone" });
    expect(await deliveries()).toMatchObject([{ state: "failed", status: 410 }]);
    expect((await mails()).map(({ subject }) => subject)).toEqual(["Your webhook is off"]);
    receiver.says(200);
    await changeWebhook(owner.viewer, hook, { active: true });
    expect(await endpoint()).toMatchObject({ off: null, failing_since: null });
    await hiddenRacket();
    await sendDue(hook);
    expect((await deliveries()).map(({ state }) => state)).toEqual(["failed", "delivered"]);
  });

  test("that does not answer is left alone for a while, also with what comes meanwhile", async () => {
    receiver.answers((_, response) => response.destroy());
    await hiddenRacket();
    await sendDue(hook);
    receiver.answers();
    await hiddenRacket();
    expect(await sendDue(hook)).toBe(false);
    await updateRows("webhook_endpoints", { id: hook }, { rests_until: new Date() });
    expect(await sendDue(hook)).toBe(true);
    expect((await deliveries()).map(({ state }) => state)).toEqual(["waiting", "delivered"]);
    expect(await endpoint()).toMatchObject({ unanswered: 0, failing_since: null, slow: false });
  });

  test("of a suspended person waits until that is over", async () => {
    await updateRows(
      "profiles",
      { id: owner.viewer.id },
      { suspended_until: sql<Date>`now() + interval '1 day'` },
    );
    await hiddenRacket();
    expect(await sendDue(hook)).toBe(false);
    await updateRows("profiles", { id: owner.viewer.id }, { suspended_until: null });
    expect(await sendDue(hook)).toBe(true);
    expect(types()).toEqual(["listing.hidden"]);
  });

  test("whose secret can no longer be read sends nothing, and says why", async () => {
    await updateRows("webhook_endpoints", { id: hook }, { secret: "of another AUTH_SECRET" });
    await hiddenRacket();
    await sendDue(hook);
    expect(receiver.received).toEqual([]);
    expect(await deliveries()).toMatchObject([{ state: "waiting", fault: "locked" }]);
  });

  test("of a public shop is at a public address over https, whatever a name resolves to [V1.3.6]", async () => {
    const before = env();
    configure({ ...before, baseUrl: "https://shop.example" });
    try {
      await hiddenRacket();
      await sendDue(hook);
      expect(await testWebhook(owner.viewer, hook)).toMatchObject({ taken: false, fault: "private_address" });
      expect(receiver.connections()).toBe(0);
      expect(await deliveries()).toMatchObject([
        { state: "waiting", fault: "private_address" },
        { type: "test", state: "failed", fault: "private_address" },
      ]);
      for (const url of ["http://shop.example/", "https://shop.example:8443/", receiver.url]) {
        const added = addWebhook(owner.viewer, { url, types: ["listing.sold"] });
        await expect(added).rejects.toMatchObject({ reason: "invalid", field: "url" });
      }
    } finally {
      configure(before);
    }
  });

  test("is tested at once, also while it is off", async () => {
    await changeWebhook(owner.viewer, hook, { active: false });
    expect(await testWebhook(owner.viewer, hook)).toMatchObject({ taken: true, status: 204, type: "test" });
    receiver.says(401);
    expect(await testWebhook(owner.viewer, hook)).toMatchObject({
      taken: false,
      status: 401,
      state: "failed",
    });
    expect(receiver.received.every((event) => isSignedWith(secret, event))).toBe(true);
    expect(await endpoint()).toMatchObject({ off: "person", failing_since: null });
  });
});

describe("the jobs", () => {
  test("send as soon as a change is committed, in order, and a slow receiver keeps nobody else waiting", async () => {
    const responses: ServerResponse[] = [];
    const [slow, other] = [await openReceiver(), await person("other")];
    slow.answers((_, response) => responses.push(response));
    await webhookAt(owner, slow.url);
    const others = await openReceiver();
    await webhookAt(other, others.url);
    await startJobs(database.url, webhookJobs);
    const listening = await listenForWebhooks();
    try {
      const racket = await racketOf(owner);
      await hide(racket);
      await vi.waitFor(() => expect(responses).toHaveLength(1), { timeout: 10_000 });
      for (let times = 0; times < 3; times += 1) {
        await show(racket);
        await hide(racket);
      }
      await hide(await racketOf(other));
      await vi.waitFor(() => expect([receiver.received.length, others.received.length]).toEqual([7, 1]), {
        timeout: 10_000,
      });
      const [hidden, shown] = ["listing.hidden", "listing.available"];
      expect(types()).toEqual([hidden, shown, hidden, shown, hidden, shown, hidden]);
      expect(slow.received).toHaveLength(1);
      slow.answers();
      responses[0]?.writeHead(200).end();
      await vi.waitFor(() => expect(types(slow)).toEqual(types()), { timeout: 10_000 });
    } finally {
      await listening.close();
      await stopJobs();
    }
  });

  test("try again for a day and some minutes, with growing pauses, and obey Retry-After within reason", () => {
    const pauses = [1, 2, 3, 4, 5, 6, 7].map((tries) => pauseAfter(tries, 0, 0) ?? 0);
    expect(pauses.slice(0, 5)).toEqual([5, 60, 600, 3_600, 21_600]);
    const sum = pauses.reduce((total, pause) => total + pause, 0);
    expect(sum).toBeGreaterThanOrEqual(86_400);
    expect(sum).toBeLessThan(90_000);
    expect(pauseAfter(8, 0, 0)).toBeNull();
    expect([pauseAfter(1, 120, 1), pauseAfter(1, 1e9, 1), pauseAfter(2, 0, 1)]).toEqual([120, 3_600, 66]);
    expect([1, 2, 3, 4, 40].map(restAfter)).toEqual([5, 60, 600, 600, 600]);
  });
});
