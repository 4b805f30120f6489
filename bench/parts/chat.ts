import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import type { Page } from "playwright-core";
import { launchBrowser } from "#tests/support/browser.ts";
import { person, racketOf } from "#tests/support/people.ts";
import { openTabOf } from "#tests/support/signed-in.ts";
import type { Bench } from "../bench.ts";
import { median, milliseconds } from "../measure.ts";
import { ms, type Row } from "../report.ts";
import { openShop } from "../shop.ts";

const REPEATS = 7;
/** The number in each repeat. With the warm-up, all messages stay below the shop's limit of 60 a minute. */
const MESSAGES = 8;
const WARM_UP = 2;
const REST_MS = 100;

async function say(page: Page, text: string): Promise<void> {
  const field = page.getByRole("textbox", { name: "Message" });
  await field.fill(text);
  await field.press("Enter");
}

/** Records when the Enter key was pressed, and when each message appeared. */
async function watch(page: Page): Promise<void> {
  await page.evaluate(() => {
    const now = () => performance.timeOrigin + performance.now();
    const noted: Record<string, number> = {};
    Object.assign(window, { noted });
    addEventListener("keydown", ({ key }) => key === "Enter" && Object.assign(noted, { enter: now() }), true);
    const log = document.querySelector("[role=log]");
    if (!log) throw new Error("There is no conversation on the page.");
    new MutationObserver(() => {
      for (const word of log.textContent?.match(/bench-\d+-/g) ?? []) noted[word] ??= now();
    }).observe(log, { childList: true, subtree: true, characterData: true });
  });
}

function noted(page: Page, what: string): Promise<number> {
  return page
    .waitForFunction((name) => (window as unknown as { noted: Record<string, number> }).noted[name], what)
    .then((handle) => handle.jsonValue() as Promise<number>);
}

/** The time of one "hop": a NOTIFY on one connection until it arrives on the other. */
function hop(notifier: pg.Client, listener: pg.Client): Promise<number> {
  const notification = once(listener, "notification");
  return milliseconds(() => Promise.all([notification, notifier.query("notify bench, 'hop'")]));
}

/** Reported, but not part of the ratio. */
async function tightHop(notifier: pg.Client, listener: pg.Client): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < 50; n++) times.push(await hop(notifier, listener));
  return median(times);
}

export async function benchChat(_: Bench): Promise<Row[]> {
  const shop = await openShop(0);
  const { url, databaseUrl } = shop.server;
  const browser = await launchBrowser();
  const [notifier, listener] = [databaseUrl, databaseUrl].map(
    (connectionString) => new pg.Client({ connectionString }),
  );
  try {
    if (!notifier || !listener) throw new Error("There are two.");
    await Promise.all([notifier.connect(), listener.connect()]);
    await listener.query("listen bench");
    const [buyer, seller] = [await person("buyer"), await person("seller")];
    const listing = await racketOf(seller);
    const from = await openTabOf(browser, url, buyer);
    const to = await openTabOf(browser, url, seller);
    await from.page.goto(`/rackets/${listing.id}`);
    await from.page.getByRole("button", { name: "Chat", exact: true }).click();
    await say(from.page, "hello");
    await to.page.goto("/messages");
    await to.page.getByRole("link", { name: /hello/ }).click();
    await to.page.getByRole("log").getByText("hello").waitFor();
    await Promise.all([watch(from.page), watch(to.page)]);
    let sent = 0;
    async function message(): Promise<number> {
      const word = `bench-${sent++}-`;
      await say(from.page, word);
      return (await noted(to.page, word)) - (await noted(from.page, "enter"));
    }
    const rounds: { message: number; hop: number }[] = [];
    for (let n = 0; n < WARM_UP; n++) await message();
    for (let repeat = 0; repeat < REPEATS; repeat++) {
      const messages: number[] = [];
      const hops: number[] = [];
      for (let n = 0; n < MESSAGES; n++) {
        await delay(REST_MS);
        messages.push(await message());
        await delay(REST_MS);
        hops.push(await hop(notifier, listener));
      }
      rounds.push({ message: median(messages), hop: median(hops) });
    }
    const messageTook = median(rounds.map((round) => round.message));
    const hopTook = median(rounds.map((round) => round.hop));
    const tight = await tightHop(notifier, listener);
    return [
      {
        what: "message sent -> in the other browser's page, p50",
        against: "one LISTEN/NOTIFY hop",
        ratio: messageTook / hopTook,
        budget: { at: "most", limit: 150, goal: 50 },
        figures: `${ms(messageTook)} against ${ms(hopTook)}, one hop after each message; hops in a tight loop take ${ms(tight)}`,
      },
    ];
  } finally {
    await Promise.all([notifier?.end(), listener?.end()]);
    await browser.close();
    await shop.stop();
  }
}
