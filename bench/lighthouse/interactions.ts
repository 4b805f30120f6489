import type { Browser, Locator, Page } from "playwright-core";
import { hydrated } from "#tests/support/browser.ts";

/** Something that a person does on a page, and until when it shows. */
export type Deed = { readonly what: string; readonly act: (page: Page) => Promise<unknown> };

/** How long a finger stays down, in milliseconds. */
export const PRESS_MS = 80;

/** Until what came about has been drawn, and what the browser says of it was heard. */
function settled(page: Page): Promise<void> {
  return page.evaluate(async () => {
    for (let frame = 0; frame < 20; frame++) await new Promise(requestAnimationFrame);
  });
}

/** A finger's press on what stands in view: nobody presses what has not been drawn yet. */
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

/** Kept on the page for us: the longest event of each interaction so far. */
type Watched = { __longest: { ms: number; kind: string } };

/**
 * The slowest interaction of a page, in milliseconds from the press until the next frame, on a processor four times as
 * slow (Interaction to Next Paint). `cookie`: of who is signed in.
 */
export async function slowestInteraction(
  browser: Browser,
  url: string,
  deeds: readonly Deed[],
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
    for (const { what, act } of deeds) {
      await act(page).catch((error: unknown) => {
        throw new Error(
          `${url}: ${what} did not come about. ${error instanceof Error ? error.message : error}`,
        );
      });
      // Entries come after the frame that they are about.
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
