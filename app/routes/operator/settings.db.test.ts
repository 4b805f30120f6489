import { expect, test } from "vitest";
import type { MadePromises } from "#app/domain/promises.ts";
import { offerStart } from "#app/features/offers/queries.server.ts";
import { shellData } from "#app/features/shell/shell-data.server.ts";
import { changingTag } from "#app/platform/cache-tags.server.ts";
import { db } from "#app/platform/db.server.ts";
import { offerSettings, SETTINGS_TAG } from "#app/platform/settings.server.ts";
import { openDatabase } from "#tests/support/database.ts";
import { offeredRacket } from "#tests/support/offers.ts";
import { type Person, person, staffPerson } from "#tests/support/people.ts";
import { faultsIn, Visitor } from "#tests/support/visitor.ts";
import { loader as help } from "../help/help.route.tsx";
import { loader as home } from "../home/home.route.tsx";
import { action, loader } from "./settings.route.tsx";

let operator: Person;

openDatabase(async () => {
  operator = await staffPerson("operator");
});

const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const save = (fields: Record<string, string>, who = operator) =>
  who.visitor.submit(action, "/operator/settings", { offers: "default", ...fields });
const shown = async () => (await shellData(new Visitor().request("/help"), [])).shell.announcements;

test("without stored settings the environment's values apply", async () => {
  expect(await offerSettings()).toEqual({ offers: true, offerPercent: 50 });
  expect(await shown()).toEqual([]);
});

test("an operator turns offers off and on, and sets the lowest offer", async () => {
  const [seller, buyer] = [await person("seller"), await person("buyer")];
  const listing = await offeredRacket(seller);
  const start = () => offerStart(buyer.viewer, listing);
  const { least } = await start();
  expect(await save({ percent: "80" })).toMatchObject({ location: "/operator/settings" });
  expect((await start()).least).not.toBe(least);
  await save({ offers: "off" });
  await expect(start()).rejects.toMatchObject({ reason: "offer_not_offered" });
  expect((await operator.visitor.open(loader, "/operator/settings")).data).toMatchObject({
    stored: { offers: "off", percent: "" },
    defaults: { offers: true, percent: 50 },
  });
  await save({});
  expect((await start()).least).toBe(least);
});

test("the selling fee is announced on the home page and the help page", async () => {
  const announced = async () => [
    ((await new Visitor().open(home, "/")).data as { promises: MadePromises }).promises.sellingFee,
    JSON.stringify((await new Visitor().open(help, "/help")).data).match(/[\d.]+(?=% of a sale)/)?.[0],
  ];
  expect(await announced()).toEqual([10, "10"]);
  await save({ fee: "0" });
  expect(await announced()).toEqual([0, "0"]);
  for (const written of ["2.5", " 2,50"]) {
    await save({ fee: written });
    expect(await announced()).toEqual([2.5, "2.5"]);
  }
  await save({});
  expect(await announced()).toEqual([10, "10"]);
});

test("the version before sets a whole fee, and keeps the decimals of one that it does not change", async () => {
  const stored = async () =>
    ((await operator.visitor.open(loader, "/operator/settings")).data as { stored: { fee: string } }).stored
      .fee;
  const asBefore = (fee_percent: number | null) =>
    changingTag(SETTINGS_TAG, async (trx) => {
      await trx.updateTable("settings").set({ fee_percent }).execute();
    });
  await save({ fee: "2.5" });
  await asBefore(3);
  expect(await stored()).toBe("2.5");
  await asBefore(7);
  expect(await stored()).toBe("7");
  await asBefore(null);
  expect(await stored()).toBe("");
});

test("a banner is shown until its last day, and in English where a language has no text", async () => {
  await save({ "en-GB": "Back at <b>noon</b>", until: dayIn(0) });
  expect(await shown()).toEqual([{ text: "Back at <b>noon</b>" }]);
  await save({ "en-GB": "Back at noon", until: dayIn(-1) });
  expect(await shown()).toEqual([]);
  await save({});
  expect(await shown()).toEqual([]);
});

test.each([
  [{ percent: "101" }, "percent"],
  [{ percent: "1.5" }, "percent"],
  [{ fee: "51" }, "fee"],
  [{ fee: "50.01" }, "fee"],
  [{ fee: "2.555" }, "fee"],
  [{ fee: "-1" }, "fee"],
  [{ "en-GB": "Soon" }, "until"],
  [{ de: "x".repeat(301), until: dayIn(1) }, "de"],
])("the settings %j are refused, with an error at the field %s", async (fields, name) => {
  const { status, data } = await save(fields);
  expect(status).toBe(422);
  expect(Object.keys(faultsIn({ data }) ?? {})).toEqual([name]);
});

test("each change of the settings is logged without the texts of the banner, and a moderator changes nothing", async () => {
  const logged = () =>
    db()
      .selectFrom("staff_log")
      .select(["actor_id", "facts"])
      .where("action", "=", "settings_changed")
      .orderBy("id", "desc")
      .execute();
  await save({ offers: "off", nl: "Straks terug", until: dayIn(1) });
  const before = await logged();
  expect(before[0]).toEqual({
    actor_id: operator.viewer.id,
    facts: { offers: "off", percent: null, fee: null, banner: "nl" },
  });
  expect(await save({}, await staffPerson("moderator"))).toMatchObject({ status: 404 });
  expect(await logged()).toHaveLength(before.length);
});
