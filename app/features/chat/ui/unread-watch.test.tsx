// @vitest-environment jsdom
import { act } from "react";
import { createRoot } from "react-dom/client";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { LIVE_SIGNED_OUT } from "#app/ui/use-live-events.ts";
import { UnreadWatch } from "./unread-watch.tsx";

const page = document.createElement("div");
const signedOut = vi.fn();
let answer: () => Response;
let asked = 0;

beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  vi.stubGlobal("fetch", async () => {
    asked += 1;
    return answer();
  });
  vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  window.addEventListener(LIVE_SIGNED_OUT, signedOut);
  await act(() =>
    createRoot(page).render(
      <MemoryRouter>
        <UnreadWatch
          initial={{ unread: 0, unreadChats: 0 }}
          firstPage={{ unread: 0, page: { userId: "anna", after: 0 } }}
          onCount={() => {}}
        />
      </MemoryRouter>,
    ),
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  window.removeEventListener(LIVE_SIGNED_OUT, signedOut);
});

async function halfMinutes(count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) await act(() => vi.advanceTimersByTimeAsync(30_000));
}

test("a hidden tab that cannot reach the server asks again; once it is refused, it reports the end of the session and asks no more", async () => {
  answer = () => new Response("", { status: 502 });
  await halfMinutes(2);
  expect([asked, signedOut.mock.calls.length]).toEqual([2, 0]);
  answer = () => Response.json({ ok: false, message: "Please sign in" }, { status: 401 });
  await halfMinutes(4);
  expect([asked, signedOut.mock.calls.length]).toEqual([3, 1]);
});
