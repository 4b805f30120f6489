import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import type { EditConflict } from "#app/domain/edit-merge.ts";
import { traderOf } from "#app/features/sellers/trader/queries.server.ts";
import { inTransaction } from "#app/platform/db.server.ts";
import { loader as editPage, action as saveForm } from "#app/routes/listings/form.route.tsx";
import { action as traderForm, loader as traderPage } from "#app/routes/stock/trader.route.tsx";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person } from "#tests/support/people.ts";
import { waitForLocks } from "#tests/support/races.ts";
import { findRow } from "#tests/support/rows.ts";
import { listingOf, photoOf } from "#tests/support/samples.ts";
import type { Fields } from "#tests/support/visitor.ts";

let seller: Person;
let id: string;
let path: string;

openDatabase();
beforeEach(async () => {
  seller = await person("seller");
  ({ id } = await listingOf(seller, "racket", { photos: [await photoOf(seller)] }));
  path = `/rackets/${id}/edit`;
});

/** The fields that a tab sends whose form was loaded now. */
async function tab(): Promise<Record<string, string | string[]>> {
  const { data } = await seller.visitor.open(editPage, path, { id });
  const page = data as {
    values: Record<string, string | string[]>;
    loaded: string;
    photos: { id: string }[];
  };
  return { ...page.values, photo: page.photos.map((photo) => photo.id), loaded: page.loaded };
}
const save = (fields: Record<string, string | string[]>) =>
  seller.visitor.submit(saveForm, path, fields as Fields, { id });
const stored = () => findRow("listings", { id });
const conflictsOf = ({ data }: { data: unknown }) => (data as { conflicts: EditConflict[] }).conflicts;
const loadedOf = ({ data }: { data: unknown }) =>
  String((data as { result: { initialValue: { loaded: string } } }).result.initialValue.loaded);

describe("a listing that is edited in two tabs", () => {
  test("gets what each tab changed, if they changed different fields", async () => {
    const [one, two] = [await tab(), await tab()];
    expect((await save({ ...one, name: "Blade 98 v8", condition: "Fair" })).status).toBe(302);
    expect((await save({ ...two, price: "77", description: "With a bag" })).status).toBe(302);
    const { attributes, ...now } = await stored();
    expect(now).toMatchObject({ name: "Blade 98 v8", price_cents: 7_700, description: "With a bag" });
    expect(attributes).toMatchObject({ condition: "Fair" });
  });

  test("asks about every field that both changed, and keeps what was typed", async () => {
    const [one, two] = [await tab(), await tab()];
    const photo = String(await photoOf(seller));
    await save({
      ...one,
      name: "One",
      price: "50",
      condition: "Fair",
      photo: [photo],
      description: "Only one",
    });
    const typed = {
      ...two,
      name: "Two",
      price: "60",
      condition: "New",
      photo: [...(two.photo ?? []), photo],
    };
    const asked = await save(typed);
    expect(asked.status).toBe(409);
    expect(
      conflictsOf(asked)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(["condition", "name", "photo", "price"]);
    expect(conflictsOf(asked)).toContainEqual({ name: "price", typed: ["60"], stored: ["50"] });
    expect((asked.data as { result: { initialValue: object } }).result.initialValue).toMatchObject({
      name: "Two",
      price: "60",
      description: "Only one",
    });
    expect(await stored()).toMatchObject({ name: "One", price_cents: 5_000 });
    const chosen = { ...typed, loaded: loadedOf(asked), take_stored: ["name", "photo"] };
    expect((await save(chosen)).status).toBe(302);
    expect(await stored()).toMatchObject({ name: "One", price_cents: 6_000, description: "Only one" });
  });

  test("at the same moment loses neither tab's change", async () => {
    const tabs = [await tab(), await tab(), await tab()];
    const texts: Record<string, string>[] = [
      { name: "Renamed" },
      { price: "88" },
      { description: "Described" },
    ];
    const answers = await Promise.all(tabs.map((one, nth) => save({ ...one, ...texts[nth] })));
    expect(answers.map(({ status }) => status)).toEqual([302, 302, 302]);
    expect(await stored()).toMatchObject({ name: "Renamed", price_cents: 8_800, description: "Described" });
  });
});

describe("a listing that is changed elsewhere between merging and writing", () => {
  /** Saves a tab, and changes the listing each time when the tab's write waits for the lock of the listing. */
  async function saveDuring(fields: Record<string, string | string[]>, changes: readonly object[]) {
    let answer: ReturnType<typeof save> | undefined;
    const change = ([values, ...more]: readonly object[], waiting: () => void): Promise<unknown> =>
      inTransaction(async (trx) => {
        await sql`select from listings where id = ${id} for update`.execute(trx);
        waiting();
        await waitForLocks(1);
        const next = more.length > 0 ? [change(more, () => {})] : [];
        if (next.length > 0) await waitForLocks(2);
        const touched = { ...values, updated_at: sql<Date>`clock_timestamp()` };
        await trx.updateTable("listings").set(touched).where("id", "=", id).execute();
        return next;
      }).then((next) => Promise.all(next));
    await change(changes, () => {
      answer = save(fields);
    });
    return answer as ReturnType<typeof save> | undefined;
  }

  test("asks about a field that both changed, and overwrites nothing", async () => {
    const asked = await saveDuring({ ...(await tab()), name: "Mine" }, [{ name: "Theirs" }]);
    expect(asked?.status).toBe(409);
    expect(await stored()).toMatchObject({ name: "Theirs" });
  });

  test("takes the newest of a field that only the others changed, and asks nothing", async () => {
    const changes = [{ description: "Theirs" }, { description: "Their second" }];
    const saved = await saveDuring({ ...(await tab()), name: "Mine" }, changes);
    expect(saved?.status).toBe(302);
    expect(await stored()).toMatchObject({ name: "Mine", description: "Their second" });
  });
});

const STATED = {
  name: "Baseline",
  address: "High Street 1",
  registration: "01",
  email: "a@b.example",
  phone: "+44 20 7946 0000",
};

test("the details of a trader, edited in two tabs, keep both changes, and ask about what both changed", async () => {
  const send = (fields: Record<string, string>) =>
    seller.visitor.submit(traderForm, "/sell/business/trader", {
      intent: "save",
      certified: "on",
      ...fields,
    });
  await send(STATED);
  const page = (await seller.visitor.open(traderPage, "/sell/business/trader")).data as { loaded: string };
  const { loaded } = page;
  await send({ ...STATED, name: "First", loaded });
  expect((await send({ ...STATED, phone: "+44 20 7946 1111", loaded })).status).toBe(302);
  expect(await traderOf(seller.viewer.id)).toMatchObject({ name: "First", phone: "+44 20 7946 1111" });
  const asked = await send({ ...STATED, name: "Second", loaded });
  expect([asked.status, conflictsOf(asked)]).toEqual([
    409,
    [{ name: "name", typed: ["Second"], stored: ["First"] }],
  ]);
  expect(await traderOf(seller.viewer.id)).toMatchObject({ name: "First" });
});
