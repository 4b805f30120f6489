import type { Browser, Locator, Page } from "playwright-core";
import { hydrated } from "#tests/support/browser.ts";

export type Interaction = { readonly what: string; readonly act: (page: Page) => Promise<unknown> };

/** The time between touch and release, in milliseconds. */
export const PRESS_MS = 80;

/** Waits until the result is drawn and the browser has reported it. */
function settled(page: Page): Promise<void> {
  return page.evaluate(async () => {
    for (let frame = 0; frame < 20; frame++) await new Promise(requestAnimationFrame);
  });
}

/** Touches an element once it is drawn. */
export async function press(target: Locator): Promise<void> {
  await target.evaluate((element) => element.scrollIntoView({ block: "center", behavior: "instant" }));
  await settled(target.page());
  const box = await target.boundingBox();
  if (!box) throw new Error(`${target} is not there to be pressed`);
  const session = await target.page().context().newCDPSession(target.page());
  const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }];
  await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints });
  await new Promise((lifted) => setTimeout(lifted, PRESS_MS));
  await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await session.detach();
}

const PHONE = {
  viewport: { width: 412, height: 823 },
  isMobile: true,
  hasTouch: true,
  deviceScaleFactor: 1.75,
};

/** What a script records on the page's window. */
type Watched = { __longest: { ms: number; kind: string } };

/**
 * The slowest interaction of a page (Interaction to Next Paint), in milliseconds, on a processor four times as slow.
 * `cookie`: the session of a signed-in person.
 */
export async function slowestInteraction(
  browser: Browser,
  url: string,
  interactions: readonly Interaction[],
  cookie?: string,
): Promise<{ ms: number; what: string }> {
  const context = await browser.newContext({
    ...PHONE,
    ...(cookie && { extraHTTPHeaders: { cookie } }),
  });
  const page = await context.newPage();
  try {
    const session = await context.newCDPSession(page);
    await page.addInitScript(() => {
      const watched = globalThis as unknown as Watched;
      watched.__longest = { ms: 0, kind: "" };
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEventTiming & { interactionId?: number })[])
          if (entry.interactionId && entry.duration > watched.__longest.ms)
            watched.__longest = { ms: entry.duration, kind: entry.name };
      }).observe({ type: "event", buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
    });
    await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
    await page.goto(url, { waitUntil: "load" });
    await hydrated(page);
    let worst = { ms: 0, what: "" };
    for (const { what, act } of interactions) {
      await act(page).catch((error: unknown) => {
        throw new Error(
          `${url}: ${what} did not come about. ${error instanceof Error ? error.message : error}`,
        );
      });
      // Performance entries are reported after their frame.
      await settled(page);
      const { ms } = await page.evaluate(() => {
        const { __longest } = globalThis as unknown as Watched;
        const seen = { ...__longest };
        __longest.ms = 0;
        return seen;
      });
      if (ms > worst.ms) worst = { ms, what };
    }
    return worst;
  } finally {
    await context.close();
  }
}
