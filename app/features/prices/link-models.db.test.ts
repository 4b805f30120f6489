import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { db } from "#app/platform/db.server.ts";
import { action as write } from "#app/routes/listings/form.route.tsx";
import { loadModels } from "#server/models-import.ts";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { runTogether } from "#tests/support/races.ts";
import { updateRows } from "#tests/support/rows.ts";
import { listingOf, photoOf, samples } from "#tests/support/samples.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { linkListings } from "./link-models.server.ts";

let seller: Person;

openDatabase(async (url) => {
  await loadModels(url);
  seller = await person("seller");
});

beforeEach(async () => {
  await updateRows("model_editions", {}, { linked_type: null, linked_id: null, linked_at: null });
});

const neverAborted = () => new AbortController().signal;

async function modelOf(id: string) {
  const row = await db()
    .selectFrom("listings")
    .leftJoin("models", "models.id", "listings.model_id")
    .select("models.slug")
    .where("listings.id", "=", id)
    .executeTakeFirstOrThrow();
  return row.slug;
}

const BLADE = "wilson-blade-98-16x19-v8-2021";

describe("listings that exist already", () => {
  test("are linked to the model that their title names, and do not count as updated or as news", async () => {
    const blade = await racketOf(seller, { name: "Blade 98 16x19 v8" });
    const other = await racketOf(seller, { name: "Blade" });
    const string = await listingOf(seller, "string", { name: "ALU Power 125", brand: "Luxilon" });
    const before = await db().selectFrom("listings").select(["id", "updated_at"]).orderBy("id").execute();
    await sql`
      insert into saved_searches (user_id, address, name, words) values (${seller.viewer.id}, '/rackets', 'Rackets', '')
    `.execute(db());
    await linkListings(neverAborted());
    expect(await db().selectFrom("listing_changes").select("id").execute()).toEqual([]);
    expect(await modelOf(blade.id)).toBe(BLADE);
    expect(await modelOf(other.id)).toBeNull();
    expect(await modelOf(string.id)).toBe("luxilon-alu-power");
    expect(await db().selectFrom("listings").select(["id", "updated_at"]).orderBy("id").execute()).toEqual(
      before,
    );
  });

  test("keep the model that their seller chose", async () => {
    const { id } = await racketOf(seller, { name: "Blade 98 16x19 v8" });
    const chosen = sql<string>`(select id from models where slug = 'wilson-clash-98-v2-2022')`;
    await updateRows("listings", { id }, { model_id: chosen });
    await linkListings(neverAborted());
    expect(await modelOf(id)).toBe("wilson-clash-98-v2-2022");
  });

  test("are not linked when they are edited after they were read", async () => {
    const { id } = await racketOf(seller, { name: "Blade 98 16x19 v8" });
    const [outcome] = await runTogether(sql`update listings set brand = 'Head' where id = ${id}`, () => [
      linkListings(neverAborted()),
    ]);
    expect(outcome?.status).toBe("fulfilled");
    expect(await modelOf(id)).toBeNull();
  });

  test("are linked once per edition, and a job that was interrupted continues where it stopped", async () => {
    const names = Array.from({ length: 501 }, () => ({ name: "Blade 98 16x19 v8" }));
    const ids: string[] = [];
    for (const name of names) ids.push((await racketOf(seller, name)).id);
    const stopping = new AbortController();
    const work = linkListings(stopping.signal);
    await expect
      .poll(
        async () =>
          (await db().selectFrom("model_editions").select("linked_id").executeTakeFirst())?.linked_id,
      )
      .not.toBeNull();
    stopping.abort();
    await work.catch(() => {});
    await linkListings(neverAborted());
    for (const id of [ids[0], ids.at(-1)]) expect(await modelOf(id ?? "")).toBe(BLADE);
    const { id } = await racketOf(seller, { name: "Blade 98 16x19 v8" });
    await linkListings(neverAborted());
    expect(await modelOf(id)).toBeNull();
  });
});

describe("the sell form links a listing", () => {
  const fields = async (more: Readonly<Record<string, string>>) => ({
    ...samples.find(({ type }) => type === "racket")?.sample.fields,
    postalCode: "",
    photo: await photoOf(seller),
    ...more,
  });
  const latest = async () => {
    const row = await db()
      .selectFrom("listings")
      .select("id")
      .where("user_id", "=", seller.viewer.id)
      .orderBy("created_at", "desc")
      .orderBy("id", "desc")
      .executeTakeFirstOrThrow();
    return row.id;
  };

  test.each([
    [
      "to the chosen model, which is sent as its title",
      { model: "Wilson Clash 98 v2 2022", name: "Clash" },
      "wilson-clash-98-v2-2022",
    ],
    [
      "to the chosen model, which is sent as its slug",
      { model: "wilson-clash-98-v2-2022", name: "Clash" },
      "wilson-clash-98-v2-2022",
    ],
    ["to the model in its title if none is sent", { model: "", name: "Wilson Blade 98 16x19 v8" }, BLADE],
    [
      "to the model in its title if the sent text names none",
      { model: "a racket", name: "Wilson Blade 98 v8" },
      BLADE,
    ],
    ["to no model if neither names one", { model: "", name: "My first racket" }, null],
  ])("%s", async (_, more, slug) => {
    const answer = await seller.visitor.submit(write, "/sell/racket", await fields(more));
    expect(answer.status).toBe(302);
    const id = await latest();
    expect(await modelOf(id)).toBe(slug);
    const edited = await fields({ ...more, name: `${more.name} again` });
    expect((await seller.visitor.submit(write, `/rackets/${id}/edit`, edited, { id })).status).toBe(302);
    expect(await modelOf(id)).toBe(slug);
  });

  test("only when its owner sends the form", async () => {
    const { id } = await racketOf(seller);
    const other = await fields({ model: "wilson-clash-98-v2-2022" });
    const edit = (visitor: Visitor) => visitor.submit(write, `/rackets/${id}/edit`, other, { id });
    expect((await edit((await person("stranger")).visitor)).status).toBe(403);
    const signedOut = await edit(new Visitor());
    expect([signedOut.status, signedOut.location]).toEqual([302, expect.stringContaining("/auth")]);
    expect(await modelOf(id)).toBeNull();
  });
});
