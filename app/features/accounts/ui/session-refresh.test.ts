import { describe, expect, test } from "vitest";
import { SessionRefresh, type SessionState } from "./session-refresh.ts";

const ALIVE = () => Response.json({ viewer: { id: "anna", username: "Anna" }, expiresAt: "2026-12-20" });
const SIGNED_OUT = () => Response.json({ viewer: null, expiresAt: null });
const UNREACHABLE = () => Promise.reject(new TypeError("Failed to fetch"));

type Answer = () => Response | Promise<Response>;

/** A tab with a list of server answers and a clock that the test moves. */
function tab(answers: Answer[]) {
  const seen = { requests: 0, paused: [] as number[], state: [] as SessionState[], now: 0, visible: true };
  const refresh = new SessionRefresh({
    fetchSession: async () => {
      const answer = answers[Math.min(seen.requests, answers.length - 1)] ?? UNREACHABLE;
      seen.requests++;
      return answer();
    },
    pause: async (ms) => {
      seen.paused.push(ms);
      seen.now += ms;
    },
    now: () => seen.now,
    visible: () => seen.visible,
    onState: (state) => seen.state.push(state),
  });
  return { refresh, seen };
}

describe("a session is refreshed", () => {
  test("by a timer while the tab is visible [A9.15]", async () => {
    const { refresh, seen } = tab([ALIVE]);
    await refresh.tick();
    expect(seen.state).toEqual([{ kind: "alive", viewerId: "anna" }]);
    seen.visible = false;
    await refresh.tick();
    expect(seen.requests).toBe(1);
  });

  test("when the tab becomes visible, unless it was refreshed a moment ago [A9.15]", async () => {
    const { refresh, seen } = tab([ALIVE]);
    await refresh.becameVisible();
    expect(seen.requests).toBe(0);
    seen.now += 60_000;
    seen.visible = false;
    await refresh.becameVisible();
    expect(seen.requests).toBe(0);
    seen.visible = true;
    await refresh.becameVisible();
    await refresh.becameVisible();
    expect(seen.requests).toBe(1);
  });

  test("once for concurrent requests", async () => {
    const { refresh, seen } = tab([ALIVE]);
    await Promise.all([refresh.refresh(), refresh.refresh(), refresh.tick()]);
    expect(seen.requests).toBe(1);
  });
});

describe("a session refresh that fails", () => {
  test("is retried after 200 ms, with doubled pauses, a limited number of times [A9.14]", async () => {
    const { refresh, seen } = tab([UNREACHABLE]);
    await refresh.refresh();
    expect(seen.paused).toEqual([200, 400, 800, 1600, 3200, 6400, 12_800]);
    expect(seen.state).toEqual([{ kind: "unreachable" }]);
  });

  test.each<[string, Answer]>([
    ["a proxy's 502", () => new Response("Bad Gateway", { status: 502 })],
    ["too many requests", () => new Response(null, { status: 429 })],
    ["the login page of a hotel's network", () => new Response("<html>Welcome, guest", { status: 200 })],
    ["no network", UNREACHABLE],
  ])("because of %s does not end the session", async (_, answer) => {
    const { refresh, seen } = tab([answer, answer, ALIVE]);
    await refresh.refresh();
    expect(seen.paused).toEqual([200, 400]);
    expect(seen.state).toEqual([{ kind: "alive", viewerId: "anna" }]);
  });

  test.each<[string, Answer]>([
    ["a response without a viewer", SIGNED_OUT],
    ["401", () => new Response(null, { status: 401 })],
  ])("because the session has ended (%s) is reported, and not retried [A4.3]", async (_, answer) => {
    const { refresh, seen } = tab([answer]);
    await refresh.refresh();
    expect(seen).toMatchObject({ requests: 1, paused: [], state: [{ kind: "ended" }] });
  });

  test("reports nothing after it was stopped, because the user has left the page", async () => {
    const { refresh, seen } = tab([SIGNED_OUT]);
    const refreshing = refresh.refresh();
    refresh.stop();
    await refreshing;
    expect(seen.state).toEqual([]);
  });
});

test("a session that seems to have ended is checked after a second, in case a new cookie is being set", async () => {
  const { refresh, seen } = tab([ALIVE]);
  await refresh.recheck();
  expect(seen).toMatchObject({ paused: [1000], requests: 1 });
});
