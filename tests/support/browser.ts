import { createHash } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Locator,
  type Page,
} from "playwright-core";
import { expect } from "vitest";
import { chromium as program } from "../../scripts/chromium.mjs";

const PASSWORD = "correct horse battery";

const DEVICES = {
  desk: { viewport: { width: 1280, height: 900 } },
  phone: { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true },
} as const;

/** A browser of one person: nothing in it is shared with another. */
export type Tab = {
  context: BrowserContext;
  page: Page;
  /** What went wrong in its pages, for the end of a test to look at. */
  faults: string[];
};

/** The real Chromium that the tests drive. Its pages are there when one has gone to them: see waitForItsPages. */
export async function launchBrowser(): Promise<Browser> {
  const browser = await chromium.launch({
    // Root has no sandbox to be put into.
    executablePath: program(),
    args: [
      ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
      // It asks nothing of the network but the pages that it is sent to.
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--no-first-run",
      // The tabs of a person share a process, which has the shop's scripts then: each next one takes half the time.
      "--process-per-site",
    ],
  });
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext(options);
    if (options?.javaScriptEnabled !== false) context.on("page", waitForItsPages);
    if (process.env.SLOW_SEED) await holdBack(context, process.env.SLOW_SEED);
    return context;
  };
  return browser;
}

const MAX_DELAY_MS = 1_500;

/**
 * Holds back scripts and fetches at random, as a bad line does (`npm test -- browser --slow`). The delay of a request
 * depends on the seed, its address and how often that was asked for, so that a seed repeats a run.
 */
async function holdBack(context: BrowserContext, seed: string): Promise<void> {
  const asked = new Map<string, number>();
  await context.route("**/*", async (route) => {
    const request = route.request();
    if (!["script", "fetch", "xhr"].includes(request.resourceType())) return route.fallback();
    const { pathname } = new URL(request.url());
    const times = (asked.get(pathname) ?? 0) + 1;
    asked.set(pathname, times);
    const hash = createHash("sha256").update(`${seed} ${pathname} ${times}`).digest();
    await delay((hash.readUInt32BE() / 2 ** 32) * MAX_DELAY_MS);
    // The page may have gone meanwhile.
    await route.fallback().catch(() => {});
  });
}

/** Opens a browser of its own on a device, or with any options of a context. */
export async function openTab(
  browser: Browser,
  url: string,
  device: keyof typeof DEVICES | BrowserContextOptions = "desk",
): Promise<Tab> {
  const options: BrowserContextOptions =
    typeof device === "string" ? DEVICES[device] : { ...DEVICES.desk, ...device };
  // Playwright sees no request that the worker makes, and tests hold up and count them: see app.e2e.test.ts for it.
  const context = await browser.newContext({ baseURL: url, serviceWorkers: "block", ...options });
  const faults: string[] = [];
  context.on("weberror", (error) => faults.push(error.error().message));
  context.on("console", (message) => {
    if (message.type() === "error") faults.push(message.text());
  });
  // Far longer than anything takes, so that a test fails by what it waits for and not by its own end.
  context.setDefaultTimeout(30_000);
  return { context, page: await context.newPage(), faults };
}

/** Waits until the page has nothing left to do: what React has yet to draw or to listen to keeps it from that. */
async function idle(page: Page): Promise<void> {
  // Not requestIdleCallback: a test that holds the page's clock holds that too.
  await page.waitForFunction(() => scheduler.postTask(() => true, { priority: "background" }));
}

/**
 * The address changes before the page is drawn. To wait for one is to wait for both: what is pressed or looked at in
 * between would be the page before, and be gone in the next moment. And a page that is loaded has yet to be taken over
 * by its scripts (docs/decisions/0044): who looks at what is before that says what they wait for, `waitUntil`.
 */
function waitForItsPages(page: Page): void {
  const waitForAddress = page.waitForURL.bind(page);
  const goto = page.goto.bind(page);
  const reload = page.reload.bind(page);
  page.waitForURL = async (...address) => {
    await waitForAddress(...address);
    await idle(page);
  };
  page.goto = async (address, options) => {
    const answer = await goto(address, options);
    if (!options?.waitUntil) await takenOver(page);
    return answer;
  };
  page.reload = async (options) => {
    const answer = await reload(options);
    if (!options?.waitUntil) await takenOver(page);
    return answer;
  };
}

/** As `hydrated`, where there may be no scripts, or no page at all. */
async function takenOver(page: Page): Promise<void> {
  const hasScripts = await page.evaluate(
    () => document.querySelector("main") !== null && "__reactRouterContext" in window,
  );
  if (hasScripts) await hydrated(page);
}

/** Waits until the page's scripts have taken over: before that a form is sent the old way. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const main = document.querySelector("main");
    return main !== null && Object.keys(main).some((key) => key.startsWith("__reactProps"));
  });
  // React marks its elements before it listens to them.
  await idle(page);
}

/**
 * Waits until a signed-in person's home page has asked for what it asks for by itself, the sizes last. Who signs out
 * before has that refused, which stands on the console.
 */
export async function homeAtRest(page: Page): Promise<void> {
  await page.locator("button[aria-haspopup=dialog]:has(.lucide-ruler)").waitFor();
}

/** Signs up at /auth and follows the link of the mail, which is read at /dev/mailbox. Ends at the home page. */
export async function signUp(page: Page, username: string): Promise<void> {
  await page.goto("/auth?mode=signup");
  await hydrated(page);
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Email", { exact: true }).fill(`${username.toLowerCase()}@example.com`);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Confirm password").fill(PASSWORD);
  await page.getByRole("button", { name: "Create Account" }).click();
  await page.getByText("Please check your email to verify your account.").waitFor();
  await page.goto("/dev/mailbox");
  await page.getByRole("main").getByRole("listitem").first().getByRole("link").click();
  await page.frameLocator("iframe").getByRole("link").first().click();
  await page.waitForURL((url) => url.pathname === "/");
}

/** Signs in at /auth with the password of `signUp`. Ends at the home page. */
export async function signIn(page: Page, identifier: string): Promise<void> {
  await page.goto("/auth");
  await hydrated(page);
  await page.getByLabel("Email or username").fill(identifier);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.waitForURL((url) => url.pathname === "/");
}

/** A page is never wider than its screen. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const { scrollWidth, clientWidth } = await page.evaluate(() => ({
    scrollWidth: document.documentElement.scrollWidth,
    clientWidth: document.documentElement.clientWidth,
  }));
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
}

/** A toast with this text; a plain one, where the line went before the library of toasts came. */
export function toast(page: Page, text: string): Locator {
  return page.locator("[data-sonner-toast], [data-plain-toast]", { hasText: text }).first();
}
