import { beforeEach, describe, expect, test } from "vitest";
import type { Fact, ListingCard } from "#app/features/listings/view.ts";
import { db } from "#app/platform/db.server.ts";
import { loader as home } from "#app/routes/home/home.route.tsx";
import { loader as detail } from "#app/routes/listings/detail.route.tsx";
import { loader as model } from "#app/routes/models/model.route.tsx";
import { action, loader } from "#app/routes/profile/own-racket.route.tsx";
import { loadModels } from "#server/models-import.ts";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { faults, Visitor } from "#tests/support/visitor.ts";

const PATH = "/profile/played";
const DRIVE = "babolat-pure-drive-2021";

let seller: Person;
let player: Person;

openDatabase(async (url) => {
  await loadModels(url);
  seller = await person("seller");
});

beforeEach(async () => {
  await db().deleteFrom("listings").execute();
  player = await person("player");
});

const save = (fields: Record<string, string>, visitor = player.visitor) =>
  visitor.submit(action, PATH, { intent: "save", gripsize: "", weight: "", ...fields });

interface Page {
  readonly model: { readonly title: string } | null;
  readonly values: Readonly<Record<string, string>>;
  readonly twins: readonly ListingCard[];
  readonly close: readonly ListingCard[];
}

async function open(who = player): Promise<Page> {
  return (await who.visitor.open(loader, PATH)).data as Page;
}

async function racket(slug: string, attributes: object): Promise<string> {
  const { id } = await racketOf(seller, { name: slug, attributes, model: slug });
  return id;
}

describe("the racket that a person plays", () => {
  test("is saved as a model that a typed text names, with an optional grip and weight", async () => {
    expect(await open()).toMatchObject({ model: null, values: { model: "" }, twins: [], close: [] });
    expect(await save({ model: "pure drive 2021", gripsize: "2", weight: "304" })).toMatchObject({
      status: 302,
      location: PATH,
    });
    expect(await open()).toMatchObject({
      model: { title: "Babolat Pure Drive 2021", path: `/rackets/models/${DRIVE}` },
      values: { model: "Babolat Pure Drive 2021", gripsize: "2", weight: "304" },
    });
    await save({ model: DRIVE });
    expect((await open()).values).toEqual({ model: "Babolat Pure Drive 2021" });
    await save({ intent: "remove", model: DRIVE });
    expect((await open()).model).toBeNull();
  });

  test("is not changed by a form that cannot be read", async () => {
    await save({ model: DRIVE });
    const headers = { "content-type": "text/plain" };
    const request = player.visitor.request(PATH, { method: "POST", body: "intent=remove", headers });
    const { status, data } = await player.visitor.run(action, request);
    expect([status, data]).toMatchObject([400, { reason: "form_broken" }]);
    expect((await open()).model).not.toBeNull();
    await save({ intent: "remove" });
  });

  test("is not saved when the form has faults, and the form keeps its input", async () => {
    const typed = { model: "pure drive 2021", gripsize: "9", weight: "30" };
    const { status, data } = await save(typed);
    expect(status).toBe(422);
    expect(data).toMatchObject({
      result: {
        initialValue: typed,
        error: { gripsize: [expect.any(String)], weight: [expect.any(String)] },
      },
    });
    expect(await save({ model: "qzxv" })).toMatchObject(faults({ model: ["We do not know this model."] }));
    expect(await save({ model: "" })).toMatchObject({ status: 422 });
    expect((await open()).model).toBeNull();
  });

  test("is visible to this person only", async () => {
    await save({ model: DRIVE });
    expect((await open(seller)).model).toBeNull();
    const signedOut = await save({ model: DRIVE }, new Visitor());
    expect([signedOut.status, signedOut.location]).toEqual([302, expect.stringContaining("/auth")]);
    expect(await new Visitor().open(loader, PATH)).toMatchObject({
      status: 302,
      location: expect.stringContaining("/auth"),
    });
  });

  test("has twins on offer and rackets that play alike, on its page and the home page", async () => {
    await save({ model: DRIVE, gripsize: "2", weight: "304" });
    const twin = await racket(DRIVE, { gripsize: "2", weight: 302 });
    await racket(DRIVE, { gripsize: "4", weight: 304 });
    const close = await racket("babolat-pure-drive-2018", { weight: 300 });
    const page = await open();
    expect(page.twins.map(({ id }) => id)).toEqual([twin]);
    expect(page.close.map(({ id }) => id)).toEqual([close]);
    expect(page.close[0]?.facts[0]?.value).toContain("4 g lighter");
    const { forYou } = (await player.visitor.open(home, "/")).data as {
      forYou: { cards: readonly ListingCard[]; because: string };
    };
    expect(forYou.cards.map(({ id }) => id)).toEqual(expect.arrayContaining([twin, close]));
    expect(forYou.because).toBe("Based on your racket.");
  });

  test("is compared with the listings and models that the person opens", async () => {
    await save({ model: DRIVE, weight: "304" });
    const id = await racket("babolat-pure-drive-2018", { weight: 300 });
    const rowsOf = async (visitor: Visitor) => {
      const { data } = await visitor.open(detail, `/rackets/${id}`, { id });
      return (data as { listing: { rows: readonly Fact[] } }).listing.rows.map(({ label }) => label);
    };
    const label = "Compared with your Babolat Pure Drive 2021";
    expect(await rowsOf(player.visitor)).toContain(label);
    expect(await rowsOf(new Visitor())).not.toContain(label);
    const mineOf = async (slug: string) =>
      (await player.visitor.open(model, `/rackets/models/${slug}`, { slug })).data;
    expect(await mineOf("babolat-pure-drive-2018")).toMatchObject({ mine: { label } });
    expect(await mineOf(DRIVE)).toMatchObject({ mine: null });
  });
});
