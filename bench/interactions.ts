import type { Browser, Locator, Page } from "playwright-core";
import { hydrated } from "#tests/support/browser.ts";

export interface Interaction {
  readonly what: string;
  act(page: Page): Promise<unknown>;
}

export const menu: Interaction = {
  what: "opening a category's menu",
  async act(page) {
    const button = page.getByRole("navigation", { name: "Categories" }).getByRole("button").first();
    await press(button);
    await page.locator("nav [aria-expanded=true]").waitFor();
    await press(button);
  },
};

export const typing: Interaction = {
  what: "typing into the search",
  async act(page) {
    await page.getByPlaceholder("Search by brand, type, color...").pressSequentially("wilson", { delay: 60 });
    // The suggestions cover what is pressed next.
    await page.keyboard.press("Escape");
  },
};

export const dialog: Interaction = {
  what: "opening a dialog",
  async act(page) {
    await press(page.getByRole("contentinfo").getByRole("link", { name: /Country/ }));
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
  },
};

export const heart: Interaction = {
  what: "keeping a favourite",
  act: (page) =>
    press(
      page
        .getByRole("main")
        .getByRole("button", { name: / to favou?rites$/ })
        .first(),
    ),
};

export const filter: Interaction = {
  what: "ticking a filter",
  async act(page) {
    await press(page.getByRole("main").getByRole("link", { name: "Filters" }));
    const sheet = page.getByRole("dialog", { name: "Filters" });
    await press(sheet.locator("summary", { hasText: /^Brand/ }));
    await press(sheet.getByRole("checkbox").first());
    await page.waitForURL("**?*");
    await press(sheet.getByRole("button", { name: /result/ }));
    await sheet.waitFor({ state: "hidden" });
  },
};

/** The time between touch and release, in milliseconds. */
export const PRESS_MS = 80;

/** Waits until the result is drawn and the browser has reported it. */
function settled(page: Page): Promise<void> {
  return page.evaluate(async () => {
    for (let frame = 0; frame < 20; frame++) await new Promise(requestAnimationFrame);
  });
}

/** Touches an element once it is drawn. */
async function press(target: Locator): Promise<void> {
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

/** Records the longest interaction on the page's window. Runs in the page. */
function watch(): void {
  Object.assign(globalThis, { longest: 0 });
  new PerformanceObserver((list) => {
    const entries = list.getEntries() as (PerformanceEventTiming & { interactionId?: number })[];
    const times = entries.filter((entry) => entry.interactionId).map(({ duration }) => duration);
    const { longest } = globalThis as unknown as { longest: number };
    Object.assign(globalThis, { longest: Math.max(longest, ...times) });
  }).observe({ type: "event", buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
}

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
  await using context = await browser.newContext({
    ...PHONE,
    ...(cookie && { extraHTTPHeaders: { cookie } }),
  });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await page.addInitScript(watch);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  await page.goto(url, { waitUntil: "load" });
  await hydrated(page);
  let slowest = { ms: 0, what: "" };
  for (const { what, act } of interactions) {
    await act(page).catch((cause: unknown) => {
      throw new Error(`${url}: ${what} failed.`, { cause });
    });
    // Performance entries are reported after their frame.
    await settled(page);
    const ms = await page.evaluate(() => {
      const { longest } = globalThis as unknown as { longest: number };
      Object.assign(globalThis, { longest: 0 });
      return longest;
    });
    if (ms > slowest.ms) slowest = { ms, what };
  }
  return slowest;
}
