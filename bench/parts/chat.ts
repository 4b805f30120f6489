import { setTimeout as delay } from "node:timers/promises";
import type { Page } from "playwright-core";
import { launchBrowser } from "#tests/support/browser.ts";
import { person, racketOf } from "#tests/support/people.ts";
import { openTabOf } from "#tests/support/signed-in.ts";
import { openHop } from "../database.ts";
import { interleaved } from "../measure.ts";
import { atMost, ms, type Part } from "../report.ts";
import { openShop } from "../shop.ts";

/** With the warm-up, all messages stay below the shop's limit of 60 a minute. */
const MESSAGES = 56;
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

async function noted(page: Page, what: string): Promise<number> {
  const read = (name: string) => (window as unknown as { noted: Record<string, number> }).noted[name];
  const handle = await page.waitForFunction(read, what);
  return Number(await handle.jsonValue());
}

export const chat: Part = async () => {
  await using shop = await openShop(0);
  await using browser = await launchBrowser();
  await using connections = await openHop(shop.databaseUrl);
  const [buyer, seller] = [await person("buyer"), await person("seller")];
  const { id } = await racketOf(seller);
  const { page: from } = await openTabOf(browser, shop.url, buyer);
  const { page: to } = await openTabOf(browser, shop.url, seller);
  await from.goto(`/rackets/${id}`);
  await from.getByRole("button", { name: "Chat", exact: true }).click();
  await say(from, "hello");
  await to.goto("/messages");
  await to.getByRole("link", { name: /hello/ }).click();
  await to.getByRole("log").getByText("hello").waitFor();
  await Promise.all([watch(from), watch(to)]);
  let sent = 0;
  const sides = {
    async message() {
      await delay(REST_MS);
      const word = `bench-${sent++}-`;
      await say(from, word);
      return (await noted(to, word)) - (await noted(from, "enter"));
    },
    async hop() {
      await delay(REST_MS);
      return connections.hop();
    },
  };
  await interleaved(WARM_UP, sides);
  const took = await interleaved(MESSAGES, sides);
  return [
    {
      what: "message sent -> in the other browser's page, p50",
      against: "one LISTEN/NOTIFY hop",
      ratio: took.message / took.hop,
      budget: atMost(150, 50),
      figures: `${ms(took.message)} against ${ms(took.hop)}, one hop after each message`,
    },
  ];
};
