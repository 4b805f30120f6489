import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDb, db } from "#app/platform/db.server.ts";
import { configure, parseEnv } from "#app/platform/env.server.ts";
import { launchBrowser, type Tab } from "#tests/support/browser.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { freePort, startServer, type TestServer } from "#tests/support/server.ts";
import { openTabOf } from "#tests/support/signed-in.ts";

// Two servers on one database, as behind a load balancer; the seller's is stopped and comes back.
const AUTH_SECRET = "a secret that only tests have, and long enough";

let first: TestServer;
let second: TestServer;
let secondPort: number;
let browser: Browser;
let buyer: Tab;
let seller: Tab;

async function startSecond(): Promise<TestServer> {
  const env = { AUTH_SECRET, DATABASE_URL: first.databaseUrl, PORT: String(secondPort) };
  return startServer({ env });
}

beforeAll(async () => {
  first = await startServer({ env: { AUTH_SECRET } });
  secondPort = await freePort();
  [second, browser] = await Promise.all([startSecond(), launchBrowser()]);
  configure(parseEnv({ DATABASE_URL: first.databaseUrl, AUTH_SECRET, BASE_URL: first.url }));
  const people: [Person, Person] = [await person("buyer"), await person("seller")];
  const listing = await racketOf(people[1]);
  buyer = await openTabOf(browser, first.url, people[0]);
  seller = await openTabOf(browser, `http://127.0.0.1:${secondPort}`, people[1]);
  await buyer.page.goto(`/rackets/${listing.id}`);
  await buyer.page.getByRole("button", { name: "Chat", exact: true }).click();
  await say(buyer.page, "hello");
  await seller.page.goto("/messages");
  await seller.page.getByRole("link", { name: /hello/ }).click();
  await log(seller.page).getByText("hello").waitFor();
});
afterAll(async () => {
  await browser?.close();
  await closeDb();
  await second?.stop();
  await first?.stop();
});

const log = (page: Page) => page.getByRole("log");
const shown = (page: Page) => log(page).locator("li [dir=auto]").allTextContents();
async function say(page: Page, text: string): Promise<void> {
  const field = page.getByRole("textbox", { name: "Message" });
  await field.fill(text);
  await field.press("Enter");
}

test("what is written at one server is seen live at the other", async () => {
  await say(buyer.page, "from the first");
  await log(seller.page).getByText("from the first").waitFor();
  await say(seller.page, "from the second");
  await log(buyer.page).getByText("from the second").waitFor();
});

test("nothing is lost or doubled when a server is stopped and comes back", async () => {
  await second.stop();
  await say(buyer.page, "while it was away");
  await say(seller.page, "sent to nobody");
  await seller.page.getByText("Not sent", { exact: true }).waitFor();
  await expect.poll(() => shown(buyer.page)).toContain("while it was away");
  second = await startSecond();
  // By itself, and so goes what was not sent: the seller does nothing.
  await log(seller.page).getByText("while it was away").waitFor({ timeout: 60_000 });
  await log(buyer.page).getByText("sent to nobody").waitFor();
  const all = ["hello", "from the first", "from the second", "while it was away", "sent to nobody"];
  await expect.poll(() => shown(buyer.page)).toEqual(all);
  await expect.poll(() => shown(seller.page)).toEqual(all);
  const rows = await db().selectFrom("chat_messages").select(["seq", "message"]).orderBy("seq").execute();
  expect(rows).toEqual(all.map((message, nth) => ({ seq: nth + 1, message })));
});

test("a server with open streams stops at once", async () => {
  await log(seller.page).waitFor();
  second.child.kill("SIGTERM");
  expect(await second.ended).toBe(0);
});
