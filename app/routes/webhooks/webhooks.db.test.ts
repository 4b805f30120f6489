import { beforeEach, describe, expect, test } from "vitest";
import { WEBHOOKS_PATH, webhookPath } from "#app/features/webhooks/view.ts";
import { exportOf } from "#tests/support/data-export.ts";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person } from "#tests/support/people.ts";
import { closeHostsAfterwards } from "#tests/support/picture-hosts.ts";
import { findRow } from "#tests/support/rows.ts";
import { faultsIn, Visitor } from "#tests/support/visitor.ts";
import { openReceiver, type Receiver } from "#tests/support/webhooks.ts";
import { action as change, loader as look } from "./webhook.route.tsx";
import { action as add, loader as list } from "./webhooks.route.tsx";

closeHostsAfterwards();
openDatabase();

let owner: Person;
let receiver: Receiver;
let hook: string;
beforeEach(async () => {
  owner = await person("owner");
  receiver = await openReceiver();
  const form = { intent: "save", url: receiver.url, types: ["listing.sold", "message.created"] };
  const added = await owner.visitor.submit(add, WEBHOOKS_PATH, form);
  hook = String(added.location).split("/").at(-1) ?? "";
});

const open = (visitor: Visitor) => visitor.open(look, webhookPath(hook), { id: hook });
const send = (visitor: Visitor, fields: Record<string, string | string[]>) =>
  visitor.submit(change, webhookPath(hook), fields, { id: hook });
const row = () => findRow("webhook_endpoints", { id: hook });

describe("the webhooks of a person", () => {
  test("are shown to their owner, with the secret and what was sent", async () => {
    const listed = await owner.visitor.open(list, WEBHOOKS_PATH);
    expect(listed.data).toMatchObject({ webhooks: [{ id: hook, url: receiver.url, off: null }] });
    await send(owner.visitor, { intent: "test" });
    expect(receiver.received.map(({ type }) => type)).toEqual(["test"]);
    const { data } = await open(owner.visitor);
    expect(data).toMatchObject({
      webhook: {
        secret: expect.stringMatching(/^whsec_/),
        types: ["listing.sold", "message.created"],
        deliveries: [{ type: "test", state: "delivered", outcome: "Response: 204" }],
      },
    });
  });

  test("are changed, turned off and on, and deleted by their owner, and by nobody else", async () => {
    const before = await row();
    const stranger = await person("stranger");
    for (const intent of ["on", "off", "test", "rotate", "delete"]) {
      expect((await send(stranger.visitor, { intent })).status).toBe(404);
      expect((await send(new Visitor(), { intent })).location).toMatch(/^\/auth/);
    }
    expect((await open(stranger.visitor)).status).toBe(404);
    expect(await row()).toEqual(before);
    await send(owner.visitor, { intent: "save", url: receiver.url, types: "deal.agreed" });
    await send(owner.visitor, { intent: "off" });
    await send(owner.visitor, { intent: "rotate" });
    expect(await row()).toMatchObject({
      types: ["deal.agreed"],
      off: "person",
      former_secret: before.secret,
    });
    await send(owner.visitor, { intent: "on" });
    expect(await row()).toMatchObject({ off: null });
    expect(await send(owner.visitor, { intent: "delete" })).toMatchObject({ location: WEBHOOKS_PATH });
    expect((await open(owner.visitor)).status).toBe(404);
  });

  test("need an address and an event", async () => {
    const refused = await owner.visitor.submit(add, WEBHOOKS_PATH, { url: "shop", types: [] });
    expect(faultsIn(refused)).toEqual({
      url: ["Enter an address that begins with https:// and has no password, port or # in it."],
      types: ["Choose at least one event."],
    });
  });

  test("are exported without their secrets, and deleted with their owner's account [V14.2.4]", async () => {
    await send(owner.visitor, { intent: "rotate" });
    const exported = JSON.stringify(await exportOf(owner));
    const { secret, former_secret } = await row();
    expect(exported).toContain(receiver.url);
    for (const text of [secret, former_secret ?? ""]) expect(exported).not.toContain(text);
  });
});
