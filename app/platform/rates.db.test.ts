import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { SHIPPED_RATES } from "#app/domain/currency.ts";
import { openDatabase } from "#tests/support/database.ts";
import { db } from "./db.server.ts";
import { configure, env } from "./env.server.ts";
import { listen } from "./listen.server.ts";
import { datedRates, knownRates } from "./rates.server.ts";
import { fetchRates, ratesJobs } from "./rates-feed.server.ts";

let bank: Server;
let url: string;
let answer: RequestListener;

openDatabase(async () => {
  bank = createServer((request, response) => answer(request, response)).listen(0, "127.0.0.1");
  await once(bank, "listening");
  url = `http://127.0.0.1:${(bank.address() as AddressInfo).port}/eurofxref-daily.xml`;
});
afterAll(() => {
  bank.closeAllConnections();
  bank.close();
});
beforeEach(async () => {
  await db().deleteFrom("currency_rates").execute();
});

const cubes = (rates: Record<string, string>) =>
  Object.entries(rates).map(([currency, rate]) => `<Cube currency='${currency}' rate='${rate}'/>`);

function publish(dated: string, rates: Record<string, string>): void {
  answer = (_, response) => {
    response.setHeader("content-type", "text/xml");
    response.end(
      `<gesmes:Envelope xmlns:gesmes="g"><Cube><Cube time='${dated}'>${cubes(rates).join("\n")}</Cube></Cube></gesmes:Envelope>`,
    );
  };
}

const fetched = () => fetchRates(url, new AbortController().signal);

describe("currency rates", () => {
  test("are built in until others are fetched [A9.6]", async () => {
    expect(await knownRates()).toEqual(SHIPPED_RATES);
    publish("2026-01-19", { USD: "1.0834", JPY: "163.06", GBP: "0.8701" });
    await fetched();
    expect(await knownRates()).toEqual([
      { currency: "GBP", rate: 0.8701, dated: "2026-01-19" },
      { currency: "USD", rate: 1.0834, dated: "2026-01-19" },
    ]);
  });

  test("are kept of every currency in which files have prices, and of no other", async () => {
    publish("2026-01-19", { SEK: "11.1465", CHF: "0.9347", XAU: "0.0003" });
    await fetched();
    expect(await datedRates()).toEqual([
      { currency: "CHF", rate: 0.9347, dated: "2026-01-19" },
      ...SHIPPED_RATES.filter(({ currency }) => currency === "GBP"),
      { currency: "SEK", rate: 11.1465, dated: "2026-01-19" },
      ...SHIPPED_RATES.filter(({ currency }) => currency === "USD"),
    ]);
    expect(await knownRates()).toEqual(SHIPPED_RATES);
    expect(await db().selectFrom("currency_rates").select("currency").execute()).toHaveLength(2);
  });

  test("are those of the source code on pages while they cannot be read; nothing is imported by them", async () => {
    await db().schema.alterTable("currency_rates").renameTo("hidden_rates").execute();
    try {
      await expect(datedRates()).rejects.toThrow("currency_rates");
      expect(await knownRates()).toEqual(SHIPPED_RATES);
    } finally {
      await db().schema.alterTable("hidden_rates").renameTo("currency_rates").execute();
    }
  });

  test("that a newer feed lacks stay as they were", async () => {
    publish("2026-01-19", { USD: "1.0834", GBP: "0.8701" });
    await fetched();
    publish("2026-01-20", { USD: "1.09" });
    await fetched();
    expect(await knownRates()).toEqual([
      { currency: "GBP", rate: 0.8701, dated: "2026-01-19" },
      { currency: "USD", rate: 1.09, dated: "2026-01-20" },
    ]);
  });

  test("that are older than the stored ones are ignored, and rates of the same day replace the stored ones", async () => {
    publish("2026-01-19", { USD: "1.0834" });
    await fetched();
    publish("2026-01-16", { USD: "2" });
    await fetched();
    expect(await knownRates()).toContainEqual({ currency: "USD", rate: 1.0834, dated: "2026-01-19" });
    publish("2026-01-19", { USD: "1.0835" });
    await fetched();
    expect(await knownRates()).toContainEqual({ currency: "USD", rate: 1.0835, dated: "2026-01-19" });
  });

  test("that were fetched are replaced when the built-in rates are newer", async () => {
    publish("2025-01-02", { USD: "1.0321", GBP: "0.83" });
    await fetched();
    expect(await knownRates()).toEqual(SHIPPED_RATES);
  });

  const broken: readonly (readonly [what: string, answer: RequestListener, says: RegExp])[] = [
    ["is missing", (_, response) => response.writeHead(404).end("<html>"), /answered 404/],
    ["fails", (_, response) => response.writeHead(503).end(), /answered 503/],
    [
      "is an HTML page",
      (_, response) => response.end("<!doctype html><title>Welcome</title>"),
      /does not need/,
    ],
    ["is broken", (_, response) => response.end("<gesmes:Envelope><Cube><Cube time="), /no envelope/],
    [
      "is cut off",
      (_, response) => {
        response.writeHead(200, { "content-length": "5000" });
        response.write("<gesmes:Envelope>");
        setImmediate(() => response.destroy());
      },
      /terminated/,
    ],
    [
      "never ends",
      (_, response) => {
        const more = () => {
          while (!response.destroyed && response.write("<Cube/>".repeat(2000)));
        };
        response.on("drain", more);
        more();
      },
      /too long/,
    ],
  ];

  test.each(broken)(
    "stay as they were when the feed %s, and the job fails with that reason",
    async (_what, listener, says) => {
      publish("2026-01-19", { USD: "1.0834" });
      await fetched();
      answer = listener;
      await expect(fetched()).rejects.toThrow(says);
      expect(await knownRates()).toContainEqual({ currency: "USD", rate: 1.0834, dated: "2026-01-19" });
    },
  );

  test("are announced to every server when they change", async () => {
    const tags: string[] = [];
    const listening = await listen({
      channel: "listings",
      onConnect() {},
      onDisconnect() {},
      onNotify: (tag) => tags.push(tag),
    });
    publish("2026-01-19", { USD: "1.0834", GBP: "0.87" });
    await fetched();
    publish("2026-01-16", { USD: "2" });
    await fetched();
    publish("2026-01-20", { USD: "1.1" });
    await fetched();
    await expect.poll(() => tags).toEqual(["rates", "rates"]);
    await listening.close();
  });

  test("are fetched by the job from RATES_URL, and not at all without it", async () => {
    const requests: string[] = [];
    publish("2026-01-19", { USD: "1.0834" });
    const publishing = answer;
    answer = (request, response) => {
      requests.push(request.url ?? "");
      publishing(request, response);
    };
    const job = ratesJobs["rates-fetch"];
    expect(job?.cron).toMatch(/^\d+ \d+ \* \* \*$/);
    await job?.work(null, new AbortController().signal);
    expect(requests).toEqual([]);
    configure({ ...env(), ratesUrl: url });
    await job?.work(null, new AbortController().signal);
    expect(requests).toEqual(["/eurofxref-daily.xml"]);
    expect(await knownRates()).toContainEqual({ currency: "USD", rate: 1.0834, dated: "2026-01-19" });
  });
});
