import { once } from "node:events";
import pg from "pg";
import type { Page } from "playwright-core";
import { launchBrowser } from "#tests/support/browser.ts";
import { person, racketOf } from "#tests/support/people.ts";
import { openTabOf } from "#tests/support/signed-in.ts";
import type { Bench } from "../bench.ts";
import { inTurn, median, milliseconds } from "../measure.ts";
import { ms, type Row } from "../report.ts";
import { openShop } from "../shop.ts";

const REPEATS = 7;
/** All of them stay below the shop's own limit of 60 messages a minute. */
const MESSAGES = 8;

async function say(page: Page, text: string): Promise<void> {
  const field = page.getByRole("textbox", { name: "Message" });
  await field.fill(text);
  await field.press("Enter");
}

/** Notes when the Enter key went down, and when each message came into the conversation. Both clocks are this machine's. */
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

/** One NOTIFY, from a connection to another. */
async function hops(notifier: pg.Client, listener: pg.Client): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < 50; n++) {
    const heard = once(listener, "notification");
    times.push(
      await milliseconds(async () => {
        await Promise.all([heard, notifier.query("notify bench, 'hop'")]);
      }),
    );
  }
  return median(times);
}

/** From the key that sends a message to the message in the other person's page. */
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
    const { message, hop } = await inTurn(REPEATS, {
      hop: () => hops(notifier, listener),
      async message() {
        const times: number[] = [];
        for (let n = 0; n < MESSAGES; n++) {
          const word = `bench-${sent++}-`;
          await say(from.page, word);
          times.push((await noted(to.page, word)) - (await noted(from.page, "enter")));
        }
        return median(times);
      },
    });
    return [
      {
        what: "message sent -> in the other browser's page, p50",
        against: "one LISTEN/NOTIFY hop",
        ratio: message / hop,
        budget: { at: "most", must: 150, wants: 50 },
        figures: `${ms(message)} against ${ms(hop)}`,
      },
    ];
  } finally {
    await Promise.all([notifier?.end(), listener?.end()]);
    await browser.close();
    await shop.stop();
  }
}
