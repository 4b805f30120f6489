import { beforeEach, describe, expect, test } from "vitest";
import { SWITCHED_PROMISES, type SwitchedPromise } from "#app/domain/promises.ts";
import type { AnswerGroup } from "#app/features/help/find.ts";
import { shellData } from "#app/features/shell/shell-data.server.ts";
import { db } from "#app/platform/db.server.ts";
import { configure, env } from "#app/platform/env.server.ts";
import { queryCache } from "#app/platform/query-cache.server.ts";
import { madePromises, SETTINGS_TAG } from "#app/platform/settings.server.ts";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person, staffPerson } from "#tests/support/people.ts";
import { faults, Visitor } from "#tests/support/visitor.ts";
import { loader as help } from "../help/help.route.tsx";
import { action, loader } from "./promises.route.tsx";

const ALL_ON = { returns: true, firstOrder: true, firstListing: true, sellingFee: 10 };
const ALL_OFF = { returns: false, firstOrder: false, firstListing: false, sellingFee: null };

let operator: Person;

openDatabase(async () => {
  operator = await staffPerson("operator");
});
beforeEach(async () => {
  await db().deleteFrom("settings").execute();
  queryCache.invalidate(SETTINGS_TAG);
});

const UNCHANGED = Object.fromEntries(SWITCHED_PROMISES.map((promise) => [promise, "default"]));
const save = (fields: Record<string, string>, who: Visitor = operator.visitor) =>
  who.submit(action, "/operator/promises", { ...UNCHANGED, ...fields });

/** Runs in a shop at a public address, without the demo stock. */
async function inPublicShop<Result>(work: () => Promise<Result>): Promise<Result> {
  const known = env();
  configure({ ...known, demoData: false, baseUrl: "https://shop.example" });
  try {
    return await work();
  } finally {
    configure(known);
  }
}

async function answers(): Promise<Record<string, string>> {
  const { groups } = (await new Visitor().open(help, "/help")).data as { groups: AnswerGroup[] };
  return Object.fromEntries(
    groups.flatMap(({ answers }) => answers.map(({ id, paragraphs }) => [id, paragraphs.join("\n")])),
  );
}

describe("the promises of a shop", () => {
  test("are on in a demo shop, and off in a public one [A9.1 A9.2 A9.3]", async () => {
    expect(await madePromises()).toEqual(ALL_ON);
    await inPublicShop(async () => {
      expect(await madePromises()).toEqual(ALL_OFF);
      expect((await shellData(new Visitor().request("/"), [])).shell.promises).toEqual(ALL_OFF);
      const shown = await answers();
      expect(shown).not.toHaveProperty("thirty-day-returns");
      expect(shown).not.toHaveProperty("first-order-discount");
      expect(shown["selling-fees"]).toBe("Nothing: buyers pay you directly.");
    });
    expect((await answers())["thirty-day-returns"]).toMatch(
      /^You can send back what you bought within 30 days:/,
    );
  });

  test.each([
    ["returns", "thirty-day-returns", { returns: true }],
    ["firstOrder", "first-order-discount", { firstOrder: true }],
    ["firstListing", "selling-fees", { firstListing: true }],
    ["sellingFee", "selling-fees", { sellingFee: 10 }],
  ] as const)("an operator of a public shop switches on %s, and says what it means", async (...row) => {
    const [promise, answer, made] = row;
    const field = (locale: string) => `${promise}-${locale}`;
    const madePublicly = () => inPublicShop(madePromises);
    const error = { [field("en-GB")]: ["Please say what this promise means: it is switched on."] };
    expect(await save({ [promise]: "on" })).toMatchObject(faults(error));
    expect(await madePublicly()).toEqual(ALL_OFF);
    await save({ [promise]: "on", [field("en-GB")]: "Ask us.\nWe answer.", [field("de")]: "Frag uns." });
    expect(await madePublicly()).toEqual({ ...ALL_OFF, ...made });
    expect((await inPublicShop(answers))[answer]).toBe("Ask us.\nWe answer.");
    await save({ [promise]: "off", [field("en-GB")]: "Ask us." });
    expect(await madePublicly()).toEqual(ALL_OFF);
    // The text is kept for when it is switched on again.
    const { data } = await operator.visitor.open(loader, "/operator/promises");
    expect(data).toMatchObject({ stored: { [promise]: "off", [field("en-GB")]: "Ask us." } });
  });

  test("each can be off in a demo shop, and the texts say nothing of it then", async () => {
    const off = (promise: SwitchedPromise) => save({ [promise]: "off" });
    await off("firstListing");
    expect((await answers())["selling-fees"]).not.toContain("first listing");
    await off("sellingFee");
    expect((await answers())["selling-fees"]).toBe("There are no fees on your first listing.");
  });

  test("are settings of operators alone", async () => {
    const [stranger, visitor] = [await person("stranger"), new Visitor()];
    for (const who of [stranger.visitor, visitor]) {
      const answer = await save({ returns: "off" }, who).catch((error: unknown) => error);
      expect(JSON.stringify(answer)).not.toContain('"location":"/operator/promises"');
    }
    expect(await madePromises()).toEqual(ALL_ON);
  });
});
