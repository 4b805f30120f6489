import { beforeEach, describe, expect, test } from "vitest";
import { type ApiClient, apiAs } from "#tests/support/api.ts";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { closeHostsAfterwards } from "#tests/support/picture-hosts.ts";
import { findRows, updateRows } from "#tests/support/rows.ts";
import { isSignedWith, openReceiver, type Receiver, sendDue } from "#tests/support/webhooks.ts";

closeHostsAfterwards();
openDatabase();

const NOTHING = "00000000-0000-7000-8000-000000000000";

let owner: Person;
let api: ApiClient;
let receiver: Receiver;
beforeEach(async () => {
  owner = await person("owner");
  api = await apiAs(owner);
  receiver = await openReceiver();
});

const add = (body: object = {}) =>
  api("POST", "/webhooks", { body: { url: receiver.url, types: ["listing.hidden"], ...body } });

describe("webhooks", () => {
  test("are added, listed, changed and deleted by their owner, and the secret is told once", async () => {
    const added = await add();
    expect(added).toMatchObject({
      status: 201,
      body: { active: true, off: null, types: ["listing.hidden"] },
    });
    const { id, secret, ...rest } = added.body;
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(added.headers.get("location")).toBe(`/api/v1/webhooks/${id}`);
    expect((await api("GET", `/webhooks/${id}`)).body).toEqual({ id, ...rest });
    expect((await api("GET", "/webhooks")).body).toEqual({ data: [{ id, ...rest }] });
    const [stored] = await findRows("webhook_endpoints", { id }, ["secret"]);
    expect(stored?.secret).not.toContain(secret.slice(6));
    const off = await api("PATCH", `/webhooks/${id}`, { body: { active: false, types: ["listing.sold"] } });
    expect(off).toMatchObject({
      status: 200,
      body: { active: false, off: "person", types: ["listing.sold"] },
    });
    const rotated = await api("POST", `/webhooks/${id}/secret`);
    expect(rotated.body.secret).not.toBe(secret);
    expect((await api("DELETE", `/webhooks/${id}`)).status).toBe(204);
    expect((await api("GET", `/webhooks/${id}`)).status).toBe(404);
  });

  test("are tested, and their deliveries listed in pages and sent again", async () => {
    const { id, secret } = (await add()).body;
    const racket = await racketOf(owner);
    await updateRows("listings", { id: racket.id }, { hidden: "hidden" });
    await sendDue(id);
    const tested = await api("POST", `/webhooks/${id}/test`);
    expect(tested).toMatchObject({ status: 200, body: { type: "test", state: "delivered", status: 204 } });
    const first = (await api("GET", `/webhooks/${id}/deliveries?limit=1`)).body;
    const second = (await api("GET", `/webhooks/${id}/deliveries?limit=1&cursor=${first.next}`)).body;
    expect([first.data[0].type, second.data[0].type, second.next]).toEqual(["test", "listing.hidden", null]);
    const [{ id: delivery, data }] = second.data;
    expect(data).toEqual({ listing_type: "racket", listing_id: racket.id, status: "hidden" });
    const again = await api("POST", `/webhooks/${id}/deliveries/${delivery}/replay`);
    expect(again).toMatchObject({ status: 202, body: { id: delivery, state: "waiting", tries: 0 } });
    await sendDue(id);
    expect(receiver.received.map(({ type }) => type)).toEqual(["listing.hidden", "test", "listing.hidden"]);
    expect(receiver.received.every((event) => isSignedWith(secret, event))).toBe(true);
  });

  test("refuse what is wrong, and say which field", async () => {
    const wrong = [
      [{ url: "ftp://shop.example" }, "body.url"],
      [{ url: "https://me:secret@shop.example" }, "body.url"],
      [{ types: [] }, "body.types"],
      [{ types: ["listing.stolen"] }, "body.types.0"],
      [{ off: null }, "body.off"],
    ] as const;
    for (const [body, field] of wrong)
      expect(await add(body)).toMatchObject({ status: 422, body: { errors: [{ field }] } });
    for (let count = 0; count < 10; count += 1) await add();
    expect(await add()).toMatchObject({ status: 409, body: { reason: "webhook_many" } });
  });

  test("belong to their owner, and need their scope", async () => {
    const { id } = (await add()).body;
    const [delivery] = [(await api("POST", `/webhooks/${id}/test`)).body.id];
    const calls: readonly (readonly [string, string, object?])[] = [
      ["GET", `/webhooks/${id}`],
      ["PATCH", `/webhooks/${id}`, { active: false }],
      ["DELETE", `/webhooks/${id}`],
      ["POST", `/webhooks/${id}/secret`],
      ["POST", `/webhooks/${id}/test`],
      ["GET", `/webhooks/${id}/deliveries`],
      ["POST", `/webhooks/${id}/deliveries/${delivery}/replay`],
    ];
    const [stranger, reader] = [await apiAs(await person("stranger")), await apiAs(owner, ["webhooks:read"])];
    const nobody = await apiAs(null);
    for (const [method, path, body] of calls) {
      const sent = body && { body };
      expect(await stranger(method, path, sent)).toMatchObject({
        status: 404,
        body: { reason: "webhook_gone" },
      });
      expect((await nobody(method, path, sent)).status).toBe(401);
      expect((await reader(method, path, sent)).status).toBe(method === "GET" ? 200 : 403);
    }
    expect((await stranger("GET", "/webhooks")).body).toEqual({ data: [] });
    const missing = await api("POST", `/webhooks/${id}/deliveries/${NOTHING}/replay`);
    expect(missing).toMatchObject({ status: 404, body: { reason: "webhook_delivery_gone" } });
    expect((await api("GET", `/webhooks/${id}`)).body.active).toBe(true);
    expect(receiver.received).toHaveLength(1);
  });
});
