// Forms that edit what is stored, beside those of listings (app/features/sell/two-tabs.db.test.ts): what another tab
// saved meanwhile is not lost (docs/decisions/0017-multi-step-forms-and-drafts.md).

import { beforeEach, describe, expect, test } from "vitest";
import type { Sizes } from "#app/domain/categories/sizes.ts";
import { loadedWith } from "#app/domain/edit-merge.ts";
import { noticeChoices } from "#app/features/accounts/mail-preferences.server.ts";
import { choiceTexts } from "#app/features/notifications/settings-schema.ts";
import { loadedValues } from "#app/features/preferences/schema.ts";
import { db } from "#app/platform/db.server.ts";
import { action as choose } from "#app/routes/notifications/choose.route.ts";
import { loader as noticePage, action as saveNotices } from "#app/routes/notifications/settings.route.tsx";
import { loader as promisesPage, action as savePromises } from "#app/routes/operator/promises.route.tsx";
import { action as saveSettings, loader as settingsPage } from "#app/routes/operator/settings.route.tsx";
import { action as saveSignals, loader as signalsPage } from "#app/routes/operator/signals.route.tsx";
import { loader as mySizes, action as saveMine } from "#app/routes/preferences/mine.route.ts";
import { loader as racketPage, action as saveRacket } from "#app/routes/profile/own-racket.route.tsx";
import { action as saveSearch, loader as searchPage } from "#app/routes/saved-searches/edit.route.tsx";
import { loadModels } from "#server/models-import.ts";
import { insertRow } from "#tests/support/rows.ts";
import { openDatabase } from "./support/database.ts";
import { type Person, person, staffPerson } from "./support/people.ts";

type Texts = Record<string, string>;

let who: Person;

openDatabase(loadModels);
beforeEach(async () => {
  who = await person("who");
});

interface Form {
  /** The page's fields and `loaded`, as a tab that opens now has them. */
  readonly open: () => Promise<Texts>;
  readonly save: (fields: Texts) => Promise<{ status: number; data: unknown }>;
  readonly one: readonly [name: string, value: string];
  readonly two: readonly [name: string, value: string];
}

async function searchForm(): Promise<Form> {
  const { id } = await insertRow("saved_searches", {
    user_id: who.viewer.id,
    address: "/rackets?q=blade",
    name: "Blades",
    words: "blade",
  });
  const path = `/search/saved/${id}`;
  return {
    async open() {
      const { data } = await who.visitor.open(searchPage, path, { id });
      const { name, notify, loaded } = data as { name: string; notify: boolean; loaded: string };
      return { name, notify: notify ? "on" : "", loaded };
    },
    save: (fields) => who.visitor.submit(saveSearch, path, fields, { id }),
    one: ["name", "Old blades"],
    two: ["notify", ""],
  };
}

async function racketForm(): Promise<Form> {
  const save = (fields: Texts) =>
    who.visitor.submit(saveRacket, "/profile/played", { intent: "save", ...fields });
  await save({ model: "babolat-pure-drive-2021", gripsize: "2", weight: "304" });
  return {
    async open() {
      const { data } = await who.visitor.open(racketPage, "/profile/played");
      const { values, loaded } = data as { values: Texts; loaded: string };
      return { ...values, loaded };
    },
    save,
    one: ["weight", "310"],
    two: ["gripsize", "3"],
  };
}

function operatorForm(
  path: string,
  [page, action]: readonly [
    typeof settingsPage | typeof promisesPage | typeof signalsPage,
    typeof saveSettings,
  ],
  [one, two]: readonly [Form["one"], Form["two"]],
) {
  return async (): Promise<Form> => {
    await db().deleteFrom("settings").execute();
    const operator = await staffPerson("operator");
    return {
      async open() {
        const { data } = await operator.visitor.open(page, path);
        const { stored, loaded } = data as { stored: Texts; loaded: string };
        return { ...stored, loaded };
      },
      save: (fields) => operator.visitor.submit(action, path, fields),
      one,
      two,
    };
  };
}

const settingsForm = operatorForm(
  "/operator/settings",
  [settingsPage, saveSettings],
  [
    ["fee", "7"],
    ["percent", "80"],
  ],
);
const promisesForm = operatorForm(
  "/operator/promises",
  [promisesPage, savePromises as unknown as typeof saveSettings],
  [
    ["returns-en-GB", "Send it back."],
    ["firstListing", "off"],
  ],
);

const signalsForm = operatorForm(
  "/operator/signals",
  [signalsPage, saveSignals as unknown as typeof saveSettings],
  [
    ["low_price-threshold", "40"],
    ["contact", "off"],
  ],
);

describe.each([
  ["a saved search", searchForm, "Blades!"],
  ["the own racket", racketForm, "299"],
  ["the operator's settings", settingsForm, "9"],
  ["the operator's promises", promisesForm, "Keep it."],
  ["the operator's signals", signalsForm, "30"],
])("%s that is edited in two tabs", (_, form, other) => {
  test("gets what each tab changed, and asks about a field that both changed", async () => {
    const { open, save, one, two } = await form();
    const tabs = [await open(), await open(), await open()] as const;
    expect((await save({ ...tabs[0], [one[0]]: one[1] })).status).toBe(302);
    expect((await save({ ...tabs[1], [two[0]]: two[1] })).status).toBe(302);
    expect(await open()).toMatchObject({ [one[0]]: one[1], [two[0]]: two[1] });

    const asked = await save({ ...tabs[2], [one[0]]: other });
    expect(asked).toMatchObject({
      status: 409,
      data: { conflicts: [{ name: one[0], typed: [other], stored: [one[1]] }] },
    });
    expect(await open()).toMatchObject({ [one[0]]: one[1] });
    const answer = asked.data as { loaded?: string; result?: { initialValue: Texts } };
    const loaded = String(answer.loaded ?? answer.result?.initialValue.loaded);
    const again = { ...tabs[2], [one[0]]: other, loaded };
    expect((await save({ ...again, take_stored: one[0] })).status).toBe(302);
    expect(await open()).toMatchObject({ [one[0]]: one[1], [two[0]]: two[1] });
    expect((await save(again)).status).toBe(302);
    expect(await open()).toMatchObject({ [one[0]]: other, [two[0]]: two[1] });
  });
});

test("sizes that two tabs tick and untick are merged", async () => {
  const path = "/preferences/sizes/mine";
  const mine = async () =>
    (JSON.parse(String((await who.visitor.open(mySizes, path)).data)) as { sizes: Sizes }).sizes;
  const save = (sizes: Partial<Sizes>, loaded: Sizes) =>
    who.visitor.call(saveMine, path, { ...sizes, loaded: loadedValues(loaded) });
  const none = await mine();
  await save({ clothes_sizes: ["M"], shoe_sizes: ["42"] }, none);
  const both = await mine();
  await save({ clothes_sizes: ["M", "L"], shoe_sizes: ["42"] }, both);
  const { data } = await save({ clothes_sizes: [], shoe_sizes: ["42", "43"] }, both);
  const merged = { racket_sizes: [], clothes_sizes: ["L"], shoe_sizes: ["42", "43"] };
  expect(JSON.parse(String(data))).toMatchObject({ value: merged });
  expect(await mine()).toEqual(merged);
  const together = [
    save({ ...merged, racket_sizes: ["4 1/4"] }, merged),
    save({ ...merged, clothes_sizes: ["L", "XL"] }, merged),
  ];
  await Promise.all(together);
  expect(await mine()).toEqual({ ...merged, racket_sizes: ["4 1/4"], clothes_sizes: ["L", "XL"] });
});

test("a switch of the notification settings keeps the mails that another tab chose", async () => {
  const kind = "sold";
  const loaded = { inApp: true, mail: "off" } as const;
  const press = (next: { inApp: boolean; mail: "off" | "daily" }) =>
    who.visitor.call(choose, "/notifications/settings/choose", {
      ...choiceTexts(kind, next),
      loaded: loadedWith(choiceTexts(kind, loaded)),
    });
  await press({ ...loaded, mail: "daily" });
  const { data } = await press({ ...loaded, inApp: false });
  expect(JSON.parse(String(data))).toMatchObject({
    value: { saved: { sold: { inApp: false, mail: "daily" } } },
  });
  expect((await noticeChoices(who.viewer.id))?.sold).toEqual({ inApp: false, mail: "daily" });
  // Without JavaScript, the whole form is sent.
  const page = (await who.visitor.open(noticePage, "/notifications/settings")).data as { loaded: string };
  await press({ inApp: true, mail: "off" });
  const form = { mail_sold: "daily", mail_back: "off", in_app_back: "on", loaded: page.loaded };
  expect((await who.visitor.submit(saveNotices, "/notifications/settings", form)).status).toBe(302);
  const now = await noticeChoices(who.viewer.id);
  expect([now?.back.mail, now?.sold.mail]).toEqual(["off", "daily"]);
});
