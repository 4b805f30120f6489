import { randomUUID } from "node:crypto";
import { afterAll, afterEach, describe, expect, onTestFinished, test } from "vitest";
import { LiveTab, type ReceivedEvent } from "#app/ui/live-events.ts";
import { openDatabase } from "#tests/support/database.ts";
import { openEvents } from "#tests/support/event-server.ts";
import { type Person, person } from "#tests/support/people.ts";
import { updateRows } from "#tests/support/rows.ts";
import { db } from "./db.server.ts";
import {
  eventsUpTo,
  publish,
  publishEphemeral,
  publishingTransaction,
  publishSessionsEnded,
  startEvents,
  stopEvents,
} from "./events.server.ts";

// Tests the code of the browser with the real server.
let connections = 0;
const tabs: LiveTab[] = [];
const fetchAsBrowser = globalThis.fetch;
let cookie = "";

openDatabase(async () => {
  globalThis.fetch = (input, init) => {
    connections++;
    const headers = new Headers(init?.headers);
    headers.set("cookie", cookie);
    return fetchAsBrowser(input, { ...init, headers });
  };
});
const events = openEvents();
afterEach(() => {
  for (const tab of tabs.splice(0)) tab.stop();
});
afterAll(async () => {
  globalThis.fetch = fetchAsBrowser;
});

type Tab = { tab: LiveTab; received: (string | number)[]; signedOut: () => number };

function open(who: Person, after: number): Tab {
  cookie = who.cookie;
  let signedOut = 0;
  const tab = new LiveTab(`${events.url}?user=${who.viewer.id}`, after, () => signedOut++);
  const received: Tab["received"] = [];
  tab.subscribe(after, (event: ReceivedEvent) =>
    received.push(event.kind === "chat.message" ? event.subject.seq : event.kind),
  );
  tabs.push(tab);
  tab.start();
  return { tab, received, signedOut: () => signedOut };
}

const publishTo = (who: Person, seq: number) =>
  publishingTransaction((trx) =>
    publish(trx, [who.viewer.id], "chat.message", { roomId: randomUUID(), seq }),
  );
const live = (...some: Tab[]) => expect.poll(() => some.every(({ tab }) => tab.live)).toBe(true);

describe("a tab", () => {
  test("receives the events between the rendering of its page and the start of its stream", async () => {
    const who = await person();
    await publishTo(who, 1);
    const after = await eventsUpTo(who.viewer.id);
    await publishTo(who, 2);
    const tab = open(who, after);
    await expect.poll(() => tab.received).toEqual([2]);
  });

  test("has a stream of its own, and receives every event, and ephemeral ones, which have no number", async () => {
    const who = await person();
    const both = [open(who, 0), open(who, 0)] as const;
    await live(...both);
    const ephemeral: string[] = [];
    for (const { tab } of both)
      tab.subscribeEphemeral(({ kind, subject }) => ephemeral.push(`${kind} ${JSON.stringify(subject)}`));
    await publishEphemeral(who.viewer.id, "chat.typing", { roomId: "r" });
    await expect.poll(() => ephemeral).toEqual(['chat.typing {"roomId":"r"}', 'chat.typing {"roomId":"r"}']);
    expect(both.map(({ received }) => received)).toEqual([[], []]);
    for (let seq = 1; seq <= 5; seq++) await publishTo(who, seq);
    for (const { received } of both) await expect.poll(() => received).toEqual([1, 2, 3, 4, 5]);
    expect(ephemeral).toHaveLength(2);
  });

  test("loses and repeats nothing when its stream stops and starts again, as when it is hidden and shown", async () => {
    const who = await person();
    const { tab, received } = open(who, 0);
    let seq = 0;
    const writing = (async () => {
      while (seq < 60) await publishTo(who, ++seq);
    })();
    for (const enough of [5, 20, 40]) {
      await expect.poll(() => received.length).toBeGreaterThan(enough);
      tab.stop();
      expect(tab.live).toBe(false);
      const hidden = received.length;
      await publishTo(who, 0);
      expect(received).toHaveLength(hidden);
      tab.start();
      // A second start, as at each change of the visibility, opens no second stream.
      tab.start();
    }
    await writing;
    await expect.poll(() => received.length).toBeGreaterThanOrEqual(63);
    expect(received.filter((one) => one !== 0)).toEqual(Array.from({ length: 60 }, (_, nth) => nth + 1));
    expect(received.filter((one) => one === 0)).toHaveLength(3);
  });

  test("reloads what was read before an event that it has received", async () => {
    const who = await person();
    const first = open(who, 0);
    await live(first);
    await publishTo(who, 1);
    await publishTo(who, 2);
    await expect.poll(() => first.received).toEqual([1, 2]);
    const lateSubscription: string[] = [];
    first.tab.subscribe(1, ({ kind }) => lateSubscription.push(kind));
    await expect.poll(() => lateSubscription).toEqual(["reset"]);
  });

  test("reconnects after its server restarts, and receives what it missed", async () => {
    const who = await person();
    const tab = open(who, 0);
    await live(tab);
    await stopEvents();
    await expect.poll(() => tab.tab.live).toBe(false);
    await publishTo(who, 1);
    await startEvents({}, 3_600_000);
    await expect.poll(() => tab.received).toEqual([1]);
    await live(tab);
  });

  test("reconnects when the network comes back, since the earlier connection may be dead", async () => {
    const network = new EventTarget();
    globalThis.addEventListener = network.addEventListener.bind(network);
    globalThis.removeEventListener = network.removeEventListener.bind(network);
    onTestFinished(() => {
      Reflect.deleteProperty(globalThis, "addEventListener");
      Reflect.deleteProperty(globalThis, "removeEventListener");
    });
    const who = await person();
    const one = open(who, 0);
    await live(one);
    const before = connections;
    network.dispatchEvent(new Event("online"));
    await expect.poll(() => connections).toBe(before + 1);
    await live(one);
    await publishTo(who, 1);
    await expect.poll(() => one.received).toEqual([1]);
  });

  test("stops and does not reconnect when its person is signed out", async () => {
    const who = await person();
    const other = await person();
    const tab = open(who, 0);
    await live(tab);
    // Another user signs in; the page still belongs to the first one.
    cookie = other.cookie;
    const before = connections;
    await stopEvents();
    await startEvents({}, 3_600_000);
    await expect.poll(() => connections - before).toBe(1);
    await expect.poll(() => tab.signedOut()).toBe(1);
    expect(tab.tab.live).toBe(false);
    await publishTo(other, 1);
    expect(tab.received).toEqual([]);
  });

  test("reports that its session has ended, and receives events again once it resumes with a new session", async () => {
    const who = await person();
    const secondSession = await person();
    await updateRows("sessions", { token: secondSession.session }, { user_id: who.viewer.id });
    const tab = open(who, 0);
    await live(tab);
    await db().deleteFrom("sessions").where("token", "=", who.session).execute();
    await publishSessionsEnded(who.viewer.id);
    await expect.poll(() => tab.signedOut()).toBe(1);
    await publishTo(who, 1);
    cookie = secondSession.cookie;
    tab.tab.resume();
    await expect.poll(() => tab.received).toEqual([1]);
    await live(tab);
  });
});
