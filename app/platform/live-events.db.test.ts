import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { LiveTab, type ReceivedEvent } from "#app/ui/live-events.ts";
import { testDatabase } from "#tests/support/database.ts";
import { serveEvents } from "#tests/support/event-server.ts";
import { type Person, person } from "#tests/support/people.ts";
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

// Tests the code of the browser with the real server: Node also has Web Locks and BroadcastChannel, so one process can
// have several tabs.
let server: Awaited<ReturnType<typeof serveEvents>>;
let connections = 0;
const tabs: LiveTab[] = [];
const fetchAsBrowser = globalThis.fetch;
let cookie = "";

beforeAll(async () => {
  await testDatabase();
  await startEvents({}, 3_600_000);
  server = await serveEvents();
  globalThis.fetch = (input, init) => {
    connections++;
    const headers = new Headers(init?.headers);
    headers.set("cookie", cookie);
    return fetchAsBrowser(input, { ...init, headers });
  };
});
afterEach(() => {
  for (const tab of tabs.splice(0)) tab.stop();
});
afterAll(async () => {
  globalThis.fetch = fetchAsBrowser;
  await stopEvents();
  await server.close();
});

type Tab = {
  tab: LiveTab;
  received: (string | number)[];
  browserState: { visible: boolean; signedOut: number };
};

function channelThatLoses(lost: (seq: number | undefined) => boolean) {
  return (name: string) => {
    const channel = new BroadcastChannel(name);
    const lossy = Object.create(channel, {
      onmessage: {
        set(handler: (event: MessageEvent<{ seq?: number }>) => void) {
          channel.onmessage = (event) => {
            const message = event as MessageEvent<{ seq?: number }>;
            if (!lost(message.data.seq)) handler(message);
          };
        },
      },
      postMessage: { value: (message: unknown) => channel.postMessage(message) },
      close: { value: () => channel.close() },
    });
    return lossy as globalThis.BroadcastChannel;
  };
}

type Options = {
  shared?: boolean;
  visible?: boolean;
  channel?: (name: string) => globalThis.BroadcastChannel;
};
const plain = (name: string) => new BroadcastChannel(name) as unknown as globalThis.BroadcastChannel;

function open(
  who: Person,
  after: number,
  { shared = true, visible = true, channel = plain }: Options = {},
): Tab {
  cookie = who.cookie;
  const browserState = { visible, signedOut: 0 };
  const tab = new LiveTab(who.viewer.id, after, {
    url: server.url,
    locks: shared ? navigator.locks : undefined,
    channel: shared ? channel : undefined,
    visible: () => browserState.visible,
    signedOut: () => browserState.signedOut++,
  });
  const received: Tab["received"] = [];
  tab.subscribe(after, (event: ReceivedEvent) =>
    received.push(event.kind === "chat.message" ? event.subject.seq : event.kind),
  );
  tabs.push(tab);
  tab.start();
  return { tab, received, browserState };
}

const publishTo = (who: Person, seq: number) =>
  publishingTransaction((trx) =>
    publish(trx, [who.viewer.id], "chat.message", { roomId: randomUUID(), seq }),
  );
const live = (...some: Tab[]) => expect.poll(() => some.every(({ tab }) => tab.live)).toBe(true);
const leaders = () => tabs.filter((tab) => tab.leading).length;

describe("the tabs of one browser", () => {
  test("share one stream, and all receive every event", async () => {
    const who = await person();
    const before = connections;
    const all = [open(who, 0), open(who, 0), open(who, 0)];
    await live(...all);
    for (let seq = 1; seq <= 5; seq++) await publishTo(who, seq);
    for (const { received } of all) await expect.poll(() => received).toEqual([1, 2, 3, 4, 5]);
    expect(leaders()).toBe(1);
    expect(connections - before).toBe(1);
  });

  test("all receive ephemeral events, which have no number", async () => {
    const who = await person();
    const [first, second] = [open(who, 0), open(who, 0)];
    await live(first, second);
    const ephemeral: string[] = [];
    for (const { tab } of [first, second])
      tab.subscribeEphemeral(({ kind, subject }) => ephemeral.push(`${kind} ${JSON.stringify(subject)}`));
    await publishEphemeral(who.viewer.id, "chat.typing", { roomId: "r" });
    await expect.poll(() => ephemeral).toEqual(['chat.typing {"roomId":"r"}', 'chat.typing {"roomId":"r"}']);
    expect([first.received, second.received]).toEqual([[], []]);
    await publishTo(who, 1);
    await expect.poll(() => [first.received.length, second.received.length]).toEqual([1, 1]);
    expect(ephemeral).toHaveLength(2);
  });

  test("lose and repeat nothing when the tab with the stream is closed", async () => {
    const who = await person();
    const [first, second, third] = [open(who, 0), open(who, 0), open(who, 0)];
    await live(first, second, third);
    let seq = 0;
    const writing = (async () => {
      while (seq < 60) await publishTo(who, ++seq);
    })();
    await expect.poll(() => second.received.length).toBeGreaterThan(5);
    first.tab.stop();
    await expect.poll(() => second.received.length).toBeGreaterThan(20);
    second.tab.stop();
    await writing;
    const whole = Array.from({ length: 60 }, (_, nth) => nth + 1);
    await expect.poll(() => third.received).toEqual(whole);
    expect(second.received).toEqual(whole.slice(0, second.received.length));
  });

  test("leave the stream to a visible page, not to a hidden one that a phone may suspend", async () => {
    const who = await person();
    const first = open(who, 0);
    await live(first);
    expect(first.tab.leading).toBe(true);
    first.browserState.visible = false;
    const second = open(who, 0);
    await expect.poll(() => second.tab.leading).toBe(true);
    expect(first.tab.leading).toBe(false);
    await live(first, second);
    await publishTo(who, 1);
    await expect.poll(() => [first.received, second.received]).toEqual([[1], [1]]);
    second.browserState.visible = false;
    first.browserState.visible = true;
    first.tab.askForLeader();
    await expect.poll(() => first.tab.leading).toBe(true);
    await publishTo(who, 2);
    await expect
      .poll(() => [first.received, second.received])
      .toEqual([
        [1, 2],
        [1, 2],
      ]);
  });

  test("replace a tab that no longer answers", async () => {
    const who = await person();
    const frozen = navigator.locks.request(`events ${who.viewer.id}`, () => new Promise(() => {}));
    const stolen = expect(frozen).rejects.toThrow();
    const tab = open(who, 0);
    await expect.poll(() => tab.tab.leading).toBe(true);
    await stolen;
    await live(tab);
  });

  test("have a stream each where they cannot share one", async () => {
    const who = await person();
    const both = [open(who, 0, { shared: false }), open(who, 0, { shared: false })];
    await live(...both);
    await publishTo(who, 1);
    for (const { received } of both) await expect.poll(() => received).toEqual([1]);
    expect(leaders()).toBe(2);
  });
});

describe("a tab", () => {
  test("receives the events between the rendering of its page and the start of its stream", async () => {
    const who = await person();
    await publishTo(who, 1);
    const after = await eventsUpTo(who.viewer.id);
    await publishTo(who, 2);
    const tab = open(who, after);
    await expect.poll(() => tab.received).toEqual([2]);
  });

  test("reloads when its page is older than the events that the other tabs received", async () => {
    const who = await person();
    const first = open(who, 0);
    await live(first);
    await publishTo(who, 1);
    await publishTo(who, 2);
    await expect.poll(() => first.received).toEqual([1, 2]);
    const late = open(who, 1);
    await expect.poll(() => late.received).toEqual(["reset"]);
    const lateSubscription: string[] = [];
    first.tab.subscribe(1, ({ kind }) => lateSubscription.push(kind));
    await expect.poll(() => lateSubscription).toEqual(["reset"]);
    await publishTo(who, 3);
    await expect
      .poll(() => [first.received, late.received])
      .toEqual([
        [1, 2, 3],
        ["reset", 3],
      ]);
  });

  test("reloads when it missed an event that the tab with the stream passed on", async () => {
    const who = await person();
    const first = open(who, 0);
    await live(first);
    const second = open(who, 0, { channel: channelThatLoses((seq) => seq === 2) });
    await live(second);
    for (let seq = 1; seq <= 4; seq++) await publishTo(who, seq);
    await expect.poll(() => first.received).toEqual([1, 2, 3, 4]);
    await expect.poll(() => second.received).toEqual([1, "reset", 4]);
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
    const one = open(who, 0, { shared: false });
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
    await expect.poll(() => tab.tab.leading).toBe(false);
    expect(tab.tab.live).toBe(false);
    await publishTo(other, 1);
    expect(tab.received).toEqual([]);
  });

  test("reports that its session has ended, and receives events again once it resumes with a new session", async () => {
    const who = await person();
    const secondSession = await person();
    await db()
      .updateTable("sessions")
      .set({ user_id: who.viewer.id })
      .where("token", "=", secondSession.session)
      .execute();
    const tab = open(who, 0);
    await live(tab);
    await db().deleteFrom("sessions").where("token", "=", who.session).execute();
    await publishSessionsEnded(who.viewer.id);
    await expect.poll(() => tab.browserState.signedOut).toBe(1);
    await publishTo(who, 1);
    cookie = secondSession.cookie;
    tab.tab.resume();
    await expect.poll(() => tab.received).toEqual([1]);
    await live(tab);
  });
});
