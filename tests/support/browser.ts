import { createHash } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type LaunchOptions,
  type Locator,
  type Page,
} from "playwright-core";
import { expect } from "vitest";
import { chromium as program } from "../../scripts/browsers.mjs";

const PASSWORD = "correct horse battery";

const DEVICES = {
  desktop: { viewport: { width: 1280, height: 900 } },
  phone: { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true },
} as const;

export type Tab = {
  context: BrowserContext;
  page: Page;
  /** Script errors and console errors of the context's pages. Tests expect this to be empty at their end. */
  faults: string[];
};

/** A navigation resolves once its page is hydrated: see `waitForItsPages`. */
export async function launchBrowser(options: LaunchOptions = {}): Promise<Browser> {
  const browser = await chromium.launch({
    ...options,
    executablePath: program(),
    args: [
      // As root, Chromium runs only without its sandbox.
      ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
      // No network requests other than those of the pages.
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--no-first-run",
      // A person's tabs share a process. It compiles the shop's scripts once, so the next tab opens in half the time.
      "--process-per-site",
      // Compositing needs no process of its own, which saves some 3 % of the tests' processor time.
      "--in-process-gpu",
      // Optimizing scripts took a tenth of the tests' processor time. A test closes its page before that pays.
      "--js-flags=--max-opt=1",
    ],
  });
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext(options);
    if (options?.javaScriptEnabled !== false) context.on("page", waitForItsPages);
    if (process.env.SLOW_SEED) {
      await holdBack(context, process.env.SLOW_SEED);
      await context.addInitScript(renderInOneStep, Number(process.env.SLOW_SEED));
    }
    return context;
  };
  return browser;
}

const MAX_DELAY_MS = 1_500;

/**
 * Delays scripts and fetches at random, like a slow network (`npm test -- browser --slow`). A delay depends only on the
 * seed, the URL path, and how often this path was requested before.
 */
async function holdBack(context: BrowserContext, seed: string): Promise<void> {
  const requests = new Map<string, number>();
  await context.route("**/*", async (route) => {
    const request = route.request();
    if (!["script", "fetch", "xhr"].includes(request.resourceType())) return route.fallback();
    const { pathname } = new URL(request.url());
    const times = (requests.get(pathname) ?? 0) + 1;
    requests.set(pathname, times);
    const hash = createHash("sha256").update(`${seed} ${pathname} ${times}`).digest();
    await delay((hash.readUInt32BE() / 2 ** 32) * MAX_DELAY_MS);
    // The page may have been closed during the delay.
    await route.fallback().catch(() => {});
  });
}

/**
 * Runs in the page. After every second submission, React renders the answer and the reloaded page in one step, as on a
 * busy device. React renders in messages to itself, which are held back until the page has been loaded again.
 */
function renderInOneStep(seed: number): void {
  // A test may replace these functions (page.clock).
  const { fetch, setTimeout } = window;
  const { postMessage } = MessagePort.prototype;
  const held: (() => void)[] = [];
  let submissions = seed;
  let loads = 0;
  let isHeld = false;

  MessagePort.prototype.postMessage = function (this: MessagePort, ...message: unknown[]) {
    const post = () => Reflect.apply(postMessage, this, message);
    if (isHeld) held.push(post);
    else post();
  };

  /** A reload starts and its data is read soon after a response. */
  function releaseSoon(): void {
    setTimeout(() => {
      if (loads > 0) return;
      isHeld = false;
      for (const post of held.splice(0)) post();
    }, 200);
  }

  window.fetch = async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, location.href);
    if (!pathname.endsWith(".data")) return fetch(input, init);
    const holdsAnswer = init?.method === "POST" && submissions++ % 2 === 0;
    if (isHeld) loads += 1;
    const wasHeld = isHeld;
    try {
      const response = await fetch(input, init);
      if (holdsAnswer) isHeld = true;
      return response;
    } finally {
      if (wasHeld) loads -= 1;
      if (isHeld) releaseSoon();
    }
  };
}

export async function openTab(
  browser: Browser,
  url: string,
  device: keyof typeof DEVICES | BrowserContextOptions = "desktop",
): Promise<Tab> {
  const options: BrowserContextOptions =
    typeof device === "string" ? DEVICES[device] : { ...DEVICES.desktop, ...device };
  // Tests intercept and count requests, and Playwright does not see those of a service worker. Only app.e2e.test.ts
  // allows the worker.
  const context = await browser.newContext({ baseURL: url, serviceWorkers: "block", ...options });
  const faults: string[] = [];
  context.on("weberror", (error) => faults.push(error.error().message));
  context.on("console", (message) => {
    if (message.type() === "error") faults.push(message.text());
  });
  // Longer than any step takes, but shorter than the test's timeout: so a failing step reports what it waited for.
  context.setDefaultTimeout(30_000);
  return { context, page: await context.newPage(), faults };
}

/** Waits until React has nothing left to render or hydrate. */
async function idle(page: Page): Promise<void> {
  // Not requestIdleCallback: its callback never runs in a test that stops the page's clock.
  await page.waitForFunction(() => scheduler.postTask(() => true, { priority: "background" }));
}

/**
 * Makes `waitForURL` also wait until the page is rendered. The URL changes before that, so a test would find
 * elements of the previous page. `goto` and `reload` also wait for hydration (docs/decisions/0041). A test that needs
 * a page before its hydration passes `waitUntil`.
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
    const response = await goto(address, options);
    if (!options?.waitUntil) await hydratedIfScripted(page);
    return response;
  };
  page.reload = async (options) => {
    const response = await reload(options);
    if (!options?.waitUntil) await hydratedIfScripted(page);
    return response;
  };
}

async function hydratedIfScripted(page: Page): Promise<void> {
  const hasScripts = await page.evaluate(
    () => document.querySelector("main") !== null && "__reactRouterContext" in window,
  );
  if (hasScripts) await hydrated(page);
}

/** Before hydration, the browser submits forms as it does without JavaScript. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const main = document.querySelector("main");
    return main !== null && Object.keys(main).some((key) => key.startsWith("__reactProps"));
  });
  // React marks its elements before it attaches event handlers.
  await idle(page);
}

/**
 * Waits until the home page of a signed-in person has sent its background requests: the button for sizes appears after
 * the last one. If a test signs out before that, the server refuses these requests, which is an error in the console.
 */
export async function homeAtRest(page: Page): Promise<void> {
  await page.locator("button[aria-haspopup=dialog][data-floating]").waitFor();
}

/** Signs up at /auth and follows the link of the mail at /dev/mailbox. Ends at the home page. */
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
  await page.getByRole("button", { name: "Verify email address" }).click();
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

export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const { scrollWidth, clientWidth } = await page.evaluate(() => ({
    scrollWidth: document.documentElement.scrollWidth,
    clientWidth: document.documentElement.clientWidth,
  }));
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
}

export function toast(page: Page, text: string): Locator {
  return page.locator("[data-toast]", { hasText: text });
}
