import { describe, expect, test } from "vitest";
import { withoutUnseen } from "#app/domain/text-rules.ts";
import { db } from "#app/platform/db.server.ts";
import { env } from "#app/platform/env.server.ts";
import { loader as favorites } from "#app/routes/favorites/favorites.route.tsx";
import { loader as browse } from "#app/routes/listings/browse.route.tsx";
import { action as edit, loader as editPage } from "#app/routes/saved-searches/edit.route.tsx";
import { loader as newPage, action as save } from "#app/routes/saved-searches/new.route.tsx";
import { action as change, loader as list } from "#app/routes/saved-searches/saved.route.ts";
import { loader as searchPage } from "#app/routes/search/search.route.tsx";
import type { Toast } from "#app/ui/toast.ts";
import { exportOf } from "#tests/support/data-export.ts";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { findRows, insertRows, updateRows } from "#tests/support/rows.ts";
import { type Fields, refusal, Visitor } from "#tests/support/visitor.ts";
import { readAddress } from "./canonical-search.server.ts";
import { MAX_SAVED } from "./rules.ts";

const HERE = "/search/saved";
const BLADES = "/rackets?q=blade&brand=Wilson&maxPrice=150";
const LONG_NAME = "x".repeat(81);
/** Invalid names, each with its message. */
const WRONG_NAMES: readonly (readonly [string, string, string])[] = [
  ["empty", "  ", "Give the search a name"],
  ["only invisible characters", "\u200b\u2060", "Give the search a name"],
  ["too long", LONG_NAME, "A name can have at most 80 characters"],
  ["with a NUL character", "a\u0000b", "The name contains characters that cannot be shown"],
];
/** Unusual names that are valid. */
const FINE_NAMES = ["<b>Blade</b> & co", "🎾".repeat(80), "مضرب تنس", "'; drop table listings; --"];

openDatabase();

async function savedOf({ viewer }: Person) {
  return db()
    .selectFrom("saved_searches")
    .select(["id", "address", "name", "tell as notify", "words"])
    .where("user_id", "=", viewer.id)
    .orderBy("created_at")
    .execute();
}

async function withSavedSearch(of = BLADES): Promise<{ who: Person; id: string }> {
  const who = await person("keeper");
  await who.visitor.submit(change, HERE, { intent: "save", of });
  const [saved] = await savedOf(who);
  return { who, id: saved?.id ?? "" };
}

/** Sends a form as a browser without JavaScript does. */
function navigate(visitor: Visitor, fields: Record<string, string>) {
  const headers = { "sec-fetch-mode": "navigate", referer: `${env().baseUrl}${BLADES}` };
  const body = new URLSearchParams(fields);
  return visitor.run(change, visitor.request(HERE, { method: "POST", body, headers }));
}

describe("saving a search", () => {
  test("stores the search under a name made from its words and filters, and the page says so", async () => {
    const who = await person("searcher");
    const before = await who.visitor.open(browse, BLADES);
    expect(before.data).toMatchObject({ save: { id: null } });
    const { status, data } = await who.visitor.submit(change, HERE, { intent: "save", of: BLADES });
    expect({ status, data }).toMatchObject({
      status: 200,
      data: { ok: true, toast: { title: "Search saved", link: { to: "/favorites?tab=searches" } } },
    });
    const [saved, ...others] = await savedOf(who);
    expect(others).toEqual([]);
    expect(saved).toMatchObject({
      name: "blade · Rackets · up to €150.00 · Wilson",
      notify: true,
      words: "blade",
    });
    const after = await who.visitor.open(browse, `${BLADES}&sort=price_asc`);
    expect(after.data).toMatchObject({ save: { id: saved?.id, address: saved?.address } });
  });

  test("keeps the country that its words name, and reads a postal code as its person does", async () => {
    const areas = [
      { country: "DE", code: "75015", place: "Bretten", latitude: 49, longitude: 8.7 },
      { country: "FR", code: "75015", place: "Paris 15", latitude: 48.8, longitude: 2.3 },
    ];
    await insertRows("postal_codes", areas);
    const who = await person("traveller");
    const queriesOf = async (address: string) => {
      await who.visitor.submit(change, HERE, { intent: "save", of: address });
      const saved = (await savedOf(who)).find((each) => each.address === address);
      return findRows("saved_search_queries", { search_id: saved?.id ?? "" }, ["country", "latitude"]);
    };
    expect(await queriesOf("/rackets?q=racket+germany")).toEqual([{ country: "DE", latitude: null }]);
    await insertRows("user_preferences", { user_id: who.viewer.id, country: "FR" });
    expect(await queriesOf("/rackets?q=racket+75015")).toEqual([{ country: null, latitude: 48.8 }]);
    await updateRows("user_preferences", { user_id: who.viewer.id }, { country: "DE" });
    expect(await queriesOf("/rackets?q=tennis+racket+75015")).toEqual([{ country: null, latitude: 49 }]);
  });

  test("works across all categories too", async () => {
    const { who, id } = await withSavedSearch("/search?q=blade&maxPrice=100");
    const { data } = await who.visitor.open(searchPage, "/search?maxPrice=100&q=blade");
    expect(data).toMatchObject({ save: { id } });
    expect((await savedOf(who))[0]?.name).toBe("blade · All categories · up to €100.00");
  });

  test("twice stores the search once, regardless of the order of its parameters, of the sort order and of the page", async () => {
    const { who } = await withSavedSearch("/rackets?brand=Wilson&brand=Head&condition=New");
    const of = "/rackets?condition=New&brand=Head&brand=Wilson&sort=price_asc&page=3&utm=x";
    const { data } = await who.visitor.submit(change, HERE, { intent: "save", of });
    expect(data).toMatchObject({ ok: true, toast: { title: "You have already saved this search" } });
    expect(await savedOf(who)).toHaveLength(1);
  });

  test("twice at the same moment stores the search once, and a hundred searches are the maximum", async () => {
    const who = await person("collector");
    const addresses = Array.from(
      { length: MAX_SAVED + 4 },
      (_, at) => `/rackets?minPrice=${Math.max(1, at)}`,
    );
    const sent = await Promise.all(
      addresses.map((of) =>
        who.visitor.run(
          change,
          who.visitor.request(HERE, {
            method: "POST",
            body: new URLSearchParams({ intent: "save", of }),
            headers: {},
          }),
        ),
      ),
    );
    // The limit is sixty a minute, and requests beyond it save nothing.
    expect(sent.some(({ status }) => status === 429)).toBe(true);
    const stored = await savedOf(who);
    expect(new Set(stored.map(({ address }) => address)).size).toBe(stored.length);
    await insertRows(
      "saved_searches",
      Array.from({ length: MAX_SAVED - stored.length }, (_, at) => ({
        user_id: who.viewer.id,
        address: `/bags?minPrice=${at + 1}`,
        name: "One more",
        words: "",
      })),
    );
    const { status, data } = await who.visitor.submit(save, `${HERE}/new?of=/balls`, {
      name: "Balls",
      notify: "on",
    });
    expect(status).toBe(429);
    expect(data).toMatchObject({
      ok: false,
      result: { error: { "": [expect.any(String)] }, initialValue: { name: "Balls", notify: "on" } },
    });
    await db().deleteFrom("rate_limits").execute();
    const full = await who.visitor.submit(change, HERE, { intent: "save", of: "/balls" });
    expect(full).toMatchObject({
      status: 409,
      data: { ok: false, toast: { title: "You cannot save more searches" } },
    });
    expect(await savedOf(who)).toHaveLength(MAX_SAVED);
  });

  test("stores the preferred sizes with which the search was made, or none", async () => {
    const who = await person("sized");
    await insertRows("user_preferences", { user_id: who.viewer.id, clothes_sizes: ["M"] });
    const { data } = await who.visitor.open(browse, "/clothes");
    expect((data as { save: { address: string } }).save.address).toBe("/clothes?size=M");
    expect(readAddress("/clothes?color=Red")?.address).toBe("/clothes?size=any&color=Red");
  });

  test.each([
    "",
    "nonsense",
    "/",
    "/rackets/0198c0de-0000-7000-8000-000000000000",
    "/rackets/nothing-like-it",
    "//evil.example/rackets",
    "/favorites",
    "https://evil.example/rackets",
    `/rackets?q=${"x".repeat(7000)}`,
    "/sell/racket",
  ])("is refused for a URL that is no search: %s", async (of) => {
    const who = await person("confused");
    const { status, data } = await who.visitor.submit(change, HERE, { intent: "save", of });
    expect({ status, data }).toMatchObject({
      status: 404,
      data: { toast: { title: "Error", description: "There is no search at this address." } },
    });
    expect(await savedOf(who)).toEqual([]);
  });

  test("drops words that cannot be stored", async () => {
    const { who } = await withSavedSearch("/rackets?q=%00&brand=Head&minWeight=heavy&nothing=1");
    expect((await savedOf(who))[0]).toMatchObject({ address: "/rackets?brand=Head", words: "" });
  });

  test("without JavaScript redirects back to the page, which shows the result", async () => {
    const who = await person("plain");
    const { status, location } = await navigate(who.visitor, { intent: "save", of: BLADES });
    expect({ status, location }).toEqual({ status: 302, location: BLADES });
    expect(decodeURIComponent(who.visitor.cookies.get("flash") ?? "")).toContain("Search saved");
    expect(await savedOf(who)).toHaveLength(1);
  });
});

describe("a visitor", () => {
  test("is offered the page that saves a search, after signing in", async () => {
    const visitor = new Visitor();
    const { data } = await visitor.open(browse, BLADES);
    const { address, id } = (data as { save: { address: string; id: null } }).save;
    expect(id).toBeNull();
    const path = `${HERE}/new?${new URLSearchParams({ of: address })}`;
    expect((await visitor.open(newPage, path)).location).toBe(`/auth?next=${encodeURIComponent(path)}`);
    const who = await person("returning");
    expect((await who.visitor.open(newPage, path)).data).toMatchObject({
      address,
      name: "blade · Rackets · up to €150.00 · Wilson",
    });
    expect(await savedOf(who)).toEqual([]);
    const fields: Fields = { name: "My blades", notify: "on" };
    expect((await who.visitor.submit(save, path, fields)).location).toBe(address);
    expect(await savedOf(who)).toMatchObject([{ name: "My blades", notify: true }]);
  });

  test("whose session ended gets a message, or is led to the sign-in page and back to the search", async () => {
    const visitor = new Visitor();
    const answer = await visitor.submit(change, HERE, { intent: "save", of: BLADES });
    expect(answer).toMatchObject(refusal(401, "Please sign in to save searches."));
    const { location } = await navigate(visitor, { intent: "save", of: BLADES });
    expect(location).toMatch(/^\/auth\?next=%2Fsearch%2Fsaved%2Fnew/);
  });

  test("cannot access saved searches", async () => {
    const { who, id } = await withSavedSearch();
    const visitor = new Visitor();
    for (const intent of ["remove", "notify"]) {
      expect((await visitor.submit(change, HERE, { intent, id, notify: "off" })).status).toBe(401);
    }
    expect((await visitor.open(editPage, `${HERE}/${id}`, { id })).location).toContain("/auth?next=");
    expect((await visitor.submit(edit, `${HERE}/${id}`, { name: "Mine" }, { id })).location).toContain(
      "/auth",
    );
    expect((await visitor.open(list, HERE)).location).toContain("/auth");
    expect((await visitor.open(favorites, "/favorites?tab=searches")).location).toContain(
      "/auth?next=%2Ffavorites%3Ftab",
    );
    expect(await savedOf(who)).toMatchObject([{ id, notify: true }]);
  });
});

test("a form that cannot be read changes nothing, and says so instead of emptying the name", async () => {
  const { who, id } = await withSavedSearch();
  const path = `${HERE}/new?${new URLSearchParams({ of: "/balls" })}`;
  const unreadable = { method: "POST", body: "name=Mine", headers: { "content-type": "text/plain" } };
  for (const [action, address, params] of [
    [save, path, {}],
    [edit, `${HERE}/${id}`, { id }],
  ] as const)
    expect(await who.visitor.run(action, who.visitor.request(address, unreadable), params)).toMatchObject({
      status: 400,
      data: {
        result: { status: "error", error: { "": ["This form could not be read. Please try again."] } },
        kept: null,
      },
    });
  expect(await savedOf(who)).toMatchObject([{ id, name: "blade · Rackets · up to €150.00 · Wilson" }]);
});

describe("a saved search", () => {
  test("is shown with its criteria to its owner, and to nobody else", async () => {
    const { who, id } = await withSavedSearch();
    const stranger = await person("stranger");
    const { data } = await who.visitor.open(favorites, "/favorites?tab=searches");
    expect(data).toMatchObject({
      searches: [{ id, name: "blade · Rackets · up to €150.00 · Wilson", notify: true, fresh: null }],
    });
    const [first] = (data as { searches: { criteria: string[] }[] }).searches;
    expect(first?.criteria).toEqual(["Rackets", "“blade”", "up to €150.00", "Wilson"]);
    const other = await stranger.visitor.open(favorites, "/favorites?tab=searches");
    expect(other.data).toMatchObject({ searches: [] });
  });

  test("of a removed category keeps its name and can be deleted", async () => {
    const { who, id } = await withSavedSearch();
    await updateRows("saved_searches", { id }, { address: "/skis?q=x" });
    const { data } = await who.visitor.open(favorites, "/favorites?tab=searches");
    expect(data).toMatchObject({ searches: [{ id, href: null, criteria: [] }] });
    expect((await who.visitor.submit(change, HERE, { intent: "remove", id })).status).toBe(200);
  });

  test("can be renamed, and its notifications switched off and on", async () => {
    const { who, id } = await withSavedSearch();
    const { location } = await who.visitor.submit(edit, `${HERE}/${id}`, { name: "  My   blades " }, { id });
    expect(location).toBe("/favorites?tab=searches");
    expect(await savedOf(who)).toMatchObject([{ name: "My blades", notify: false }]);
    await who.visitor.submit(change, HERE, { intent: "notify", id, notify: "on" });
    expect(await savedOf(who)).toMatchObject([{ notify: true }]);
    // A form does not send an unticked box.
    await who.visitor.submit(change, HERE, { intent: "notify", id });
    expect(await savedOf(who)).toMatchObject([{ notify: false }]);
  });

  test.each(WRONG_NAMES)(
    "cannot have an invalid name, and says so at the field: %s",
    async (_, name, error) => {
      const { who, id } = await withSavedSearch();
      const { status, data } = await who.visitor.submit(
        edit,
        `${HERE}/${id}`,
        { name, notify: "on" },
        { id },
      );
      // What nobody can see is removed.
      const typed = withoutUnseen(name);
      const result = { error: { name: [error] }, initialValue: typed === "" ? {} : { name: typed } };
      expect({ status, data }).toMatchObject({ status: 422, data: { result } });
      expect(data).toMatchObject({ result: { initialValue: { notify: "on" } } });
      const path = `${HERE}/new?of=/balls`;
      expect((await who.visitor.submit(save, path, { name })).data).toMatchObject({ result });
      expect(await savedOf(who)).toMatchObject([{ name: "blade · Rackets · up to €150.00 · Wilson" }]);
    },
  );

  test.each(FINE_NAMES)("may be called %s", async (name) => {
    const { who, id } = await withSavedSearch();
    await who.visitor.submit(edit, `${HERE}/${id}`, { name }, { id });
    expect((await savedOf(who))[0]?.name).toBe(name);
  });

  test("is removed, and restored under its name", async () => {
    const { who, id } = await withSavedSearch();
    await who.visitor.submit(edit, `${HERE}/${id}`, { name: "My blades" }, { id });
    const { data } = await who.visitor.submit(change, HERE, { intent: "remove", id });
    const { path = "", fields = {} } = (data as { toast: Toast }).toast.undo ?? {};
    expect(await savedOf(who)).toEqual([]);
    await who.visitor.submit(change, path, fields);
    expect(await savedOf(who)).toMatchObject([{ name: "My blades", notify: false }]);
    const again = await who.visitor.submit(change, HERE, { intent: "remove", id });
    expect(again.status).toBe(404);
  });

  test("cannot be changed or removed by other people", async () => {
    const { who, id } = await withSavedSearch();
    const { visitor } = await person("stranger");
    expect((await visitor.submit(change, HERE, { intent: "remove", id })).status).toBe(404);
    expect((await visitor.submit(change, HERE, { intent: "notify", id, notify: "off" })).status).toBe(404);
    expect((await visitor.open(editPage, `${HERE}/${id}`, { id })).status).toBe(404);
    expect((await visitor.submit(edit, `${HERE}/${id}`, { name: "Mine" }, { id })).status).toBe(404);
    expect(await savedOf(who)).toMatchObject([
      { id, notify: true, name: "blade · Rackets · up to €150.00 · Wilson" },
    ]);
  });

  test.each<Record<string, string>>([
    { intent: "remove", id: "not an id" },
    { intent: "notify", id: "", notify: "on" },
    { intent: "everything" },
    {},
  ])("is not changed by %j", async (fields) => {
    const { who } = await withSavedSearch();
    const { status } = await who.visitor.submit(change, HERE, fields);
    expect([400, 404]).toContain(status);
    expect(await savedOf(who)).toHaveLength(1);
  });

  test("is in its owner's data export", async () => {
    const { who, id } = await withSavedSearch();
    expect((await exportOf(who)).savedSearches).toMatchObject([
      { id, address: "/rackets?q=blade&brand=Wilson&maxPrice=150", tellMeOfNewOnes: true },
    ]);
  });

  test("shows matching listings from before it was saved", async () => {
    const seller = await person("seller");
    const { id } = await racketOf(seller, { name: "Clash 100 of a kind", brand: "Slazenger" });
    const { who } = await withSavedSearch("/rackets?brand=Slazenger");
    const { data } = await who.visitor.open(favorites, "/favorites?tab=searches");
    expect(data).toMatchObject({
      searches: [{ fresh: null, newest: [{ id, name: "Clash 100 of a kind" }] }],
    });
  });
});
