import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { db } from "#app/platform/db.server.ts";
import { newPerson, PASSWORD } from "#tests/support/accounts.ts";
import { startBreakableProxy } from "#tests/support/breakable-proxy.ts";
import { ENGINES, type Seat, takeSeat } from "#tests/support/engines.ts";
import { person, racketOf } from "#tests/support/people.ts";
import { openShop } from "#tests/support/shop.ts";

const shop = openShop();

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "second-serve-engines-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe.each(ENGINES)("in %s,", (engine) => {
  const at = (address: string) => `${shop.server.url}${address}`;
  const names = { seller: `Steffi${engine}`, buyer: `Boris${engine}` };
  let seller: Seat;
  let buyer: Seat;
  let listing = "";

  beforeAll(async () => {
    await Promise.all(Object.values(names).map((name) => newPerson(name)));
    [seller, buyer] = await Promise.all([takeSeat(engine), takeSeat(engine)]);
  });
  afterAll(async () => {
    await Promise.all([seller?.close(), buyer?.close()]);
  });

  async function signIn(seat: Seat, name: string): Promise<void> {
    await seat.goto(at("/auth"));
    await seat.fill("Email or username", name);
    await seat.fill("Password", PASSWORD);
    await seat.press("button", "Sign In");
    await seat.see("Welcome back!");
  }

  test("two people sign in", async () => {
    await signIn(seller, names.seller);
    await signIn(buyer, names.buyer);
  });

  test("a racket is listed with photos", async () => {
    const jpeg = path.join(folder, "front.jpg");
    const picture = { create: { width: 900, height: 1200, channels: 3, background: "#b5482d" } } as const;
    await writeFile(jpeg, await sharp(picture).jpeg().toBuffer());
    await seller.goto(at("/sell/racket"));
    await seller.attach([jpeg, path.resolve("tests/fixtures/upright.heic")]);
    await seller.until("document.querySelectorAll('input[name=photo]').length === 2");
    await seller.fill("Title", `Blade of ${engine}`);
    await seller.choose("Brand", "Wilson");
    await seller.choose("Category", "senior");
    await seller.choose("Condition", "Like New");
    await seller.fill("Price", "149,50");
    await seller.fill("Postal code", "1071 AA");
    await seller.press("button", "List Racket");
    await seller.until("/^\\/rackets\\/[0-9a-f-]{36}$/.test(location.pathname)");
    await seller.see("€149.50");
    listing = String(await seller.run("location.pathname"));
  });

  test("it is found by filters, which are in the URL, and which Back removes", async () => {
    await racketOf(await person("other"), { name: `Aero of ${engine}`, brand: "Babolat" });
    await buyer.goto(at(`/rackets?q=${engine}`));
    await buyer.see("2 results");
    await buyer.press("box", "Wilson");
    await buyer.until("location.search.includes('brand=Wilson')");
    await buyer.see("1 result");
    await buyer.run("history.back()");
    await buyer.see("2 results");
    await buyer.press("link", `Blade of ${engine}`);
    await buyer.until(`location.pathname === ${JSON.stringify(listing)}`);
  });

  test("messages arrive live, in both directions", async () => {
    const say = async (seat: Seat, text: string) => {
      await seat.fill("Message", text);
      await seat.press("button", "Send");
    };
    await buyer.press("button", "Chat");
    await say(buyer, "Is it still strung?");
    await seller.goto(at("/messages"));
    await seller.press("link", names.buyer);
    await seller.see("Is it still strung?");
    await say(seller, "Yes, since last week.");
    await buyer.see("Yes, since last week.");
    await say(buyer, "Then I take it.");
    await seller.see("Then I take it.");
  });

  test("a file of stock is checked and uploaded", async () => {
    const file = path.join(folder, "stock.csv");
    await writeFile(
      file,
      "name,brand,price,type\r\nUltra,Wilson,120,racket\r\nDrive,Babolat,95.50,racket\r\n",
    );
    await seller.goto(at("/sell/business?tab=upload"));
    await seller.attach([file]);
    await seller.see("2 rows: 2 ready, 0 with errors");
    await seller.press("button", "Upload 2 items");
    await seller.see("Processed 2 items: 2 succeeded, 0 failed.");
    const { count } = await db()
      .selectFrom("listings")
      .innerJoin("profiles", "profiles.id", "listings.user_id")
      .select(({ fn }) => fn.countAll<string>().as("count"))
      .where("profiles.username", "=", names.seller)
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(3);
  });

  test("without a network, the offline page appears, and leads to the page when the network is back", async () => {
    const proxy = await startBreakableProxy();
    proxy.port = shop.server.port;
    try {
      await buyer.goto(`${proxy.url}/help`);
      await buyer.until("caches.match('/offline', { ignoreVary: true }).then((page) => page !== undefined)");
      await buyer.until("navigator.serviceWorker.controller !== null");
      proxy.port = undefined;
      proxy.cut();
      await buyer.goto(`${proxy.url}/rackets`);
      await buyer.see("Try again");
      proxy.port = shop.server.port;
      await buyer.press("button", "Try again");
      await buyer.see(`Blade of ${engine}`);
    } finally {
      await proxy.close();
    }
  });
});
