import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { within } from "@testing-library/dom";
import { sql } from "kysely";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { db } from "#app/platform/db.server.ts";
import { dropDatabase, newDatabase } from "#tests/support/database.ts";
import { person, racketOf } from "#tests/support/people.ts";
import { insertRows } from "#tests/support/rows.ts";
import { AUTH_SECRET, startServer } from "#tests/support/server.ts";
import { openShop } from "#tests/support/shop.ts";

const shop = openShop();
let racket: string;

beforeAll(async () => {
  racket = `/rackets/${(await racketOf(await person("seller"), { name: "Blade 98", cents: 10_700 })).id}`;
});

describe("country, language and currency", () => {
  test("have a page without JavaScript, linked from the footer and leading back, with the choices and defaults of the specification [A2.119 A9.19 A9.21]", async () => {
    const visitor = shop.withoutScripts(null);
    const { getByRole } = await visitor.open(racket);
    const link = within(getByRole("contentinfo")).getByRole("link", {
      name: "Country, language and currency",
    });
    const page = await visitor.follow(link);
    const select = (label: string) => page.main.getByLabelText<HTMLSelectElement>(label);
    const options = (label: string) => [...select(label).options].map(({ textContent }) => textContent);
    expect(options("Country")).toEqual([
      "Netherlands",
      "Germany",
      "France",
      "United Kingdom",
      "United States",
    ]);
    expect(options("Language")).toEqual([
      "English UK",
      "English US",
      "Nederlands (Dutch)",
      "Deutsch (German)",
      "Français (French)",
    ]);
    expect(options("Currency")).toEqual(["EUR · Euro", "GBP · British Pound", "USD · US Dollar"]);
    expect(["Country", "Language", "Currency"].map((label) => select(label).value)).toEqual([
      "NL",
      "en-GB",
      "EUR",
    ]);
    const chosen = await visitor.submit(page.main.getByRole("button", { name: "Confirm" }), {
      [select("Country").name]: "GB",
      [select("Language").name]: "fr",
      [select("Currency").name]: "GBP",
    });
    expect(chosen.url.pathname).toBe(`/fr${racket}`);
    expect(chosen.document.querySelector("noscript")?.textContent).toContain("Votre choix a été enregistré.");
    expect(chosen.main.getAllByText(/≈ 91,54\s£GB/).length).toBeGreaterThan(0);
  });

  test("use a new exchange rate soon, on cached pages too", async () => {
    const about = async () => {
      const page = await fetch(`${shop.server.url}${racket}`, { headers: { cookie: "currency=USD" } });
      return /≈ US\$[\d.]+/.exec(await page.text())?.[0];
    };
    expect([await about(), await about()]).toEqual(["≈ US$125.40", "≈ US$125.40"]);
    await insertRows("currency_rates", {
      currency: "USD",
      rate: 1.1,
      dated: new Date().toISOString().slice(0, 10),
    });
    await sql`select pg_notify('listings', 'rates')`.execute(db());
    await expect.poll(about).toBe("≈ US$117.70");
    await db().deleteFrom("currency_rates").execute();
    await sql`select pg_notify('listings', 'rates')`.execute(db());
    await expect.poll(about).toBe("≈ US$125.40");
  });

  test("use the exchange rates of RATES_URL as soon as a server has started", async () => {
    const bank = createServer((_, response) => {
      const cubes = "<Cube currency='USD' rate='1.1'/><Cube currency='GBP' rate='0.9'/>";
      response.end(`<Envelope><Cube><Cube time='2026-01-19'>${cubes}</Cube></Cube></Envelope>`);
    }).listen(0, "127.0.0.1");
    await once(bank, "listening");
    const { port } = bank.address() as AddressInfo;
    const database = await newDatabase(new URL(inject("templateUrl")).pathname.slice(1));
    const server = await startServer({
      env: { RATES_URL: `http://127.0.0.1:${port}/daily.xml`, AUTH_SECRET, DATABASE_URL: database.href },
    });
    try {
      const dialogPage = async () => (await fetch(`${server.url}/preferences/region`)).text();
      await expect.poll(dialogPage, { timeout: 20_000 }).toContain("at the exchange rates of Jan 19, 2026");
    } finally {
      await server.stop();
      await dropDatabase(database);
      bank.close();
    }
  });

  test("do not affect filters, which stay in euros", async () => {
    const visitor = shop.withoutScripts(null);
    visitor.cookies.set("currency", "GBP");
    const { main } = await visitor.open("/rackets?minPrice=105&maxPrice=110");
    main.getByText("≈ £91.54");
    main.getByRole("link", { name: /€105\.00.*€110\.00/ });
  });
});
