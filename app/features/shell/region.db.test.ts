import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { openChat } from "#app/features/chat/queries.server.ts";
import type { ListingCard } from "#app/features/listings/view.ts";
import { openRoom } from "#app/features/rooms/commands.server.ts";
import { countryOf } from "#app/platform/choices.server.ts";
import { db } from "#app/platform/db.server.ts";
import { env } from "#app/platform/env.server.ts";
import { setDisplayCurrency } from "#app/platform/rates.server.ts";
import { inRequest } from "#app/platform/request-context.server.ts";
import { loader as home } from "#app/routes/home/home.route.tsx";
import { action, loader } from "#app/routes/shell/region.route.tsx";
import { loader as openRegion, action as saveRegion } from "#app/routes/shell/region-call.route.ts";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { insertRows } from "#tests/support/rows.ts";
import { type Fields, faults, faultsIn, refusal, Visitor } from "#tests/support/visitor.ts";
import { shellData } from "./shell-data.server.ts";

let owner: Person;
let stranger: Person;

openDatabase(async () => racketOf(await person("seller"), { cents: 10_700 }));
beforeEach(async () => {
  owner = await person("owner");
  stranger = await person("stranger");
});

const PATH = "/preferences/region";
const chosen = { country: "DE", language: "de", currency: "GBP" };
const confirm = (visitor: Visitor, fields: Fields) => visitor.submit(action, PATH, fields);
const stored = (who: Person) =>
  db()
    .selectFrom("user_preferences")
    .select(["country", "language", "currency"])
    .where("user_id", "=", who.viewer.id)
    .executeTakeFirst();
const cookiesOf = ({ cookies }: Visitor) =>
  Object.fromEntries([...cookies].filter(([name]) => name in chosen));

async function openFrame(visitor: Visitor) {
  const request = visitor.request("/");
  const { shell, cookies } = await shellData(request, []);
  for (const cookie of cookies) {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
    visitor.cookies.set(name, value);
  }
  return shell;
}

describe("a choice of region", () => {
  test("is stored in a visitor's browser, and the visitor continues in the chosen language", async () => {
    const visitor = new Visitor();
    const next = "/rackets?q=blade#filters";
    const outcome = await confirm(visitor, { ...chosen, next });
    expect(outcome).toMatchObject({ status: 302, location: `${env().baseUrl}/de${next}` });
    expect(cookiesOf(visitor)).toEqual(chosen);
    expect(decodeURIComponent(visitor.cookies.get("flash") ?? "")).toContain(
      "Deine Auswahl wurde gespeichert.",
    );
    expect(await visitor.open(loader, PATH)).toMatchObject({
      // The URL decides the language, regardless of the saved choice.
      data: { now: { country: "DE", language: "en-GB", currency: "GBP" } },
    });
  });

  test("is stored in a person's account, and applies to their other devices [A7.43]", async () => {
    await confirm(owner.visitor, chosen);
    expect(await stored(owner)).toEqual(chosen);
    const device = new Visitor();
    device.cookies.set("currency", "USD");
    for (const [name, value] of owner.visitor.cookies)
      if (!(name in chosen) && name !== "flash") device.cookies.set(name, value);
    // The account's choice applies before the browser has the cookies.
    expect(await countryOf(device.request("/"))).toBe("DE");
    expect(await device.open(loader, PATH)).toMatchObject({
      data: { now: { country: "DE", currency: "GBP" } },
    });
    await openFrame(device);
    expect(cookiesOf(device)).toEqual(chosen);
    expect((await shellData(device.request("/"), [])).cookies).toEqual([]);
  });

  test("does not affect other people", async () => {
    await confirm(owner.visitor, chosen);
    expect(await stored(stranger)).toBeUndefined();
    await openFrame(stranger.visitor);
    expect(cookiesOf(stranger.visitor)).toEqual({});
  });

  test("does not change the saved sizes, and is not changed when sizes are saved", async () => {
    await insertRows("user_preferences", { user_id: owner.viewer.id, clothes_sizes: ["M"] });
    await confirm(owner.visitor, chosen);
    const row = await db()
      .selectFrom("user_preferences")
      .select("clothes_sizes")
      .where("user_id", "=", owner.viewer.id)
      .executeTakeFirst();
    expect(row?.clothes_sizes).toEqual(["M"]);
  });

  test("starts with the defaults of the specification", async () => {
    expect(await new Visitor().open(loader, PATH)).toMatchObject({
      data: { now: { country: "NL", language: "en-GB", currency: "EUR" } },
    });
  });

  test.each(["//evil.example", "https://evil.example/", "/\\evil", "/auth", undefined])(
    "does not redirect to another site or to the sign-in page: %s",
    async (next) => {
      const outcome = await confirm(new Visitor(), { ...chosen, language: "en-GB", ...(next && { next }) });
      expect(outcome.location).toBe(`${env().baseUrl}/`);
    },
  );

  test.each([
    ["country", "XX", "Choose one of these countries."],
    ["country", "", "Choose one of these countries."],
    ["language", "es", "Choose one of these languages."],
    ["language", "👅", "Choose one of these languages."],
    ["currency", "JPY", "Choose one of these currencies."],
    ["currency", "<b>EUR</b>", "Choose one of these currencies."],
    ["currency", "EUR\0", "Choose one of these currencies."],
    ["currency", "‏EUR", null],
    ["currency", "E".repeat(9000), "Choose one of these currencies."],
    ["country", ["NL", "constructor"], "Choose one of these countries."],
  ] as const)("is validated: %s %j [A5.16]", async (name, value, says) => {
    const outcome = await confirm(owner.visitor, { ...chosen, [name]: value });
    if (says === null) return expect(outcome.status).toBe(302);
    expect(outcome).toMatchObject(faults({ [name]: [says] }));
    expect(await stored(owner)).toBeUndefined();
    expect(cookiesOf(owner.visitor)).toEqual({});
  });

  test("is refused with an error message for each missing field", async () => {
    const { data } = await confirm(new Visitor(), { next: "/" });
    expect(Object.keys(faultsIn({ data }) ?? {})).toEqual(["country", "language", "currency"]);
  });

  test("is not stored in the browser when the account cannot store it", async () => {
    await sql`alter table user_preferences add constraint refuse check (currency <> 'GBP') not valid`.execute(
      db(),
    );
    const outcome = await confirm(owner.visitor, chosen);
    await sql`alter table user_preferences drop constraint refuse`.execute(db());
    expect(outcome).toMatchObject(refusal(500, "Your choice could not be saved. Please try again."));
    expect(cookiesOf(owner.visitor)).toEqual({});
  });
});

describe("the endpoint of the region dialog", () => {
  const send = (visitor: Visitor, fields: Fields) => visitor.call(saveRegion, `${PATH}/keep`, fields);

  test("stores the same choices as the form, and returns the URL of the next page", async () => {
    const outcome = await send(owner.visitor, { ...chosen, next: "/rackets" });
    expect(JSON.parse(String(outcome.data))).toMatchObject({ ok: true, value: { href: "/de/rackets" } });
    expect(await stored(owner)).toEqual(chosen);
    expect(cookiesOf(owner.visitor)).toEqual(chosen);
  });

  test("is available to visitors", async () => {
    const visitor = new Visitor();
    expect((await send(visitor, chosen)).status).toBe(200);
    expect(cookiesOf(visitor)).toEqual(chosen);
  });

  test("refuses unknown values, a body that is not a form, and GET", async () => {
    const outcome = await send(owner.visitor, { ...chosen, currency: "JPY" });
    expect(outcome.status).toBe(422);
    expect(JSON.parse(String(outcome.data))).toMatchObject({ message: "Choose one of these currencies." });
    const request = owner.visitor.request(`${PATH}/keep`, { method: "POST", body: "{}" });
    request.headers.set("content-type", "application/json");
    expect((await owner.visitor.run(saveRegion, request)).status).toBe(400);
    expect((await owner.visitor.open(openRegion, `${PATH}/keep`)).status).toBe(405);
    expect(await stored(owner)).toBeUndefined();
  });

  test("is rate limited, and says how long to wait", async () => {
    for (let time = 0; time < 60; time += 1) await send(owner.visitor, chosen);
    expect((await send(owner.visitor, chosen)).status).toBe(429);
  });
});

describe("prices", () => {
  const context = { id: "r", locale: "en-GB" } as const;

  async function card(visitor: Visitor, currency: "EUR" | "GBP" | "USD" | null = null): Promise<ListingCard> {
    return inRequest({ ...context }, async () => {
      await setDisplayCurrency(currency);
      const { data } = await visitor.open(home, "/");
      const [first] = (data as { recent: ListingCard[] }).recent;
      if (!first) throw new Error("no card");
      return first;
    });
  }

  beforeEach(async () => {
    await db()
      .insertInto("currency_rates")
      .values({ currency: "GBP", rate: 0.8701, dated: "2026-01-19" })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  });

  test("are in euros, with an approximate price in the chosen currency and the day of its rate", async () => {
    expect(await card(new Visitor(), "GBP")).toMatchObject({
      price: "€107.00",
      approximately: { text: "≈ £93.10", note: "At the exchange rate of Jan 19, 2026" },
    });
    expect((await card(new Visitor(), "USD")).approximately).toEqual({
      text: "≈ US$125.40",
      note: "At the exchange rate of Jun 30, 2025",
    });
  });

  test.each([null, "EUR"] as const)("are in euros alone when the choice is %s", async (currency) => {
    expect(await card(new Visitor(), currency)).toMatchObject({ price: "€107.00", approximately: null });
  });

  test("follow the account's choice, not the browser's", async () => {
    await confirm(owner.visitor, { ...chosen, currency: "GBP" });
    expect((await card(owner.visitor, "USD")).approximately?.text).toBe("≈ £93.10");
    await confirm(owner.visitor, { ...chosen, currency: "EUR" });
    expect((await card(owner.visitor, "USD")).approximately).toBeNull();
  });

  test("are shown in the chosen currency in a chat too", async () => {
    const racket = await racketOf(stranger, { cents: 10_700 });
    const room = await openRoom(owner.viewer, racket);
    const { listing } = await inRequest({ ...context }, async () => {
      await setDisplayCurrency("GBP");
      return (await openChat(owner.viewer, room)).room;
    });
    expect(listing).toMatchObject({ price: "€107.00", approximately: { text: "≈ £93.10" } });
  });

  test("come with the date of the oldest rate on every page", async () => {
    expect((await openFrame(new Visitor())).ratesDated).toBe("2025-06-30");
  });
});
