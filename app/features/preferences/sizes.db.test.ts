import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { PREFERENCES, sizesOf } from "#app/domain/categories/sizes.ts";
import { db } from "#app/platform/db.server.ts";
import { loader as browse } from "#app/routes/listings/browse.route.tsx";
import { action as keepMine, loader as mine } from "#app/routes/preferences/mine.route.ts";
import { action, loader } from "#app/routes/preferences/sizes.route.tsx";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person } from "#tests/support/people.ts";
import { type Fields, Visitor } from "#tests/support/visitor.ts";
import { MAX_SIZES } from "./schema.ts";

let owner: Person;
let stranger: Person;

openDatabase();
beforeEach(async () => {
  owner = await person("owner");
  stranger = await person("stranger");
});

const some = { racket_sizes: ["4 1/4", "Junior 4"], clothes_sizes: ["M", "32"], shoe_sizes: ["42.5"] };
const none = { racket_sizes: [], clothes_sizes: [], shoe_sizes: [] };

async function call(route: typeof mine | typeof keepMine, visitor: Visitor, fields?: Fields) {
  const path = "/preferences/sizes/mine";
  const outcome = fields ? await visitor.call(route, path, fields) : await visitor.open(route, path);
  const answer = JSON.parse(String(outcome.data)) as { value?: unknown; message?: string; sizes?: unknown };
  return { status: outcome.status, answer };
}

const stored = (who: Person) =>
  db().selectFrom("user_preferences").selectAll().where("user_id", "=", who.viewer.id).executeTakeFirst();

describe("the endpoint of the size dialog", () => {
  test("stores sizes and returns them, on every device of their owner and for nobody else [A6.4 A7.40]", async () => {
    expect(await call(mine, owner.visitor)).toEqual({ status: 200, answer: { sizes: none } });
    expect(await call(keepMine, owner.visitor, some)).toMatchObject({ status: 200, answer: { value: some } });
    expect(await call(mine, owner.visitor)).toEqual({ status: 200, answer: { sizes: some } });
    expect(await stored(owner)).toMatchObject(some);
    expect(await call(mine, stranger.visitor)).toEqual({ status: 200, answer: { sizes: none } });
    expect(await stored(stranger)).toBeUndefined();
  });

  test("replaces the sizes, also with none, and stores the time [A7.41]", async () => {
    await call(keepMine, owner.visitor, some);
    const before = await stored(owner);
    await call(keepMine, owner.visitor, { shoe_sizes: ["36", "47", "36"] });
    const after = await stored(owner);
    expect(after).toMatchObject({ ...none, shoe_sizes: ["36", "47"] });
    expect(after?.updated_at.getTime()).toBeGreaterThan(before?.updated_at.getTime() ?? Number.NaN);
    await call(keepMine, owner.visitor, {});
    expect(await stored(owner)).toMatchObject(none);
  });

  test("accepts every size of the lists", async () => {
    const all = Object.fromEntries(PREFERENCES.map((preference) => [preference, sizesOf(preference)]));
    expect(await call(keepMine, owner.visitor, all)).toMatchObject({ status: 200, answer: { value: all } });
  });

  test("requires a signed-in person", async () => {
    const refused = { status: 401, answer: { message: expect.stringContaining("no longer signed in") } };
    // The page requests sizes on its own, so a visitor gets no error.
    expect(await call(mine, new Visitor())).toEqual({ status: 200, answer: { sizes: null } });
    expect(await call(keepMine, new Visitor(), some)).toMatchObject(refused);
  });

  test.each([
    ["a size of another list", { clothes_sizes: ["42.5"] }],
    ["an unknown size", { shoe_sizes: ["35"] }],
    ["an empty size", { racket_sizes: [""] }],
    ["HTML", { racket_sizes: ["<b>4</b>"] }],
    ["emoji", { clothes_sizes: ["👕"] }],
    ["right-to-left text", { clothes_sizes: ["مقاس"] }],
    ["NUL", { clothes_sizes: ["M\0"] }],
    ["a text that is too long", { clothes_sizes: ["M".repeat(5000)] }],
    ["more sizes than exist", { shoe_sizes: Array.from({ length: MAX_SIZES + 1 }, () => "99") }],
  ])("refuses %s with an error message and changes nothing", async (_what, fields) => {
    await call(keepMine, owner.visitor, some);
    const { status, answer } = await call(keepMine, owner.visitor, {
      ...fields,
      user_id: stranger.viewer.id,
    });
    expect(status).toBe(422);
    expect(answer).toMatchObject({ message: expect.stringMatching(/ is not an available size\.$/) });
    expect(await stored(owner)).toMatchObject(some);
    expect(await stored(stranger)).toBeUndefined();
  });

  test("is rate limited, and says how long to wait", async () => {
    for (let time = 0; time < 60; time += 1) await call(keepMine, owner.visitor, none);
    expect(await call(keepMine, owner.visitor, some)).toMatchObject({
      status: 429,
      answer: { message: expect.stringContaining("Too many attempts") },
    });
  });

  test("answers with an error message when the database fails", async () => {
    await sql`alter table user_preferences add constraint broken check (false) not valid`.execute(db());
    const answer = await call(keepMine, owner.visitor, some).finally(() =>
      sql`alter table user_preferences drop constraint broken`.execute(db()),
    );
    expect(answer).toMatchObject({
      status: 500,
      answer: { message: "Your sizes could not be saved. Please try again." },
    });
  });
});

describe("the page of sizes", () => {
  const page = "/preferences/sizes";

  test("stores sizes without JavaScript, and says so", async () => {
    const outcome = await owner.visitor.submit(action, page, some);
    expect(outcome).toMatchObject({ status: 302, location: page });
    const message = decodeURIComponent(outcome.headers.get("set-cookie") ?? "");
    expect(message).toContain("Preferences saved");
    expect(message).toContain("Your size preferences have been updated");
    expect(await owner.visitor.open(loader, page)).toMatchObject({ data: { signedIn: true, sizes: some } });
  });

  test("answers an unknown size with an error message, and keeps all ticked sizes", async () => {
    const sent = { ...some, shoe_sizes: ["42.5", "99"] };
    expect(await owner.visitor.submit(action, page, sent)).toMatchObject({
      status: 422,
      data: {
        result: { error: { shoe_sizes: ['"99" is not an available size.'] } },
        kept: { submitted: sent },
      },
    });
    expect(await stored(owner)).toBeUndefined();
  });

  test("opens for visitors, and sends them to sign in when they save", async () => {
    const visitor = new Visitor();
    expect(await visitor.open(loader, page)).toMatchObject({ data: { signedIn: false, sizes: none } });
    expect(await visitor.submit(action, page, some)).toMatchObject({ status: 302, location: "/auth" });
  });
});

test("the clothes filter starts with the clothes sizes that the dialog stores", async () => {
  const chosen = async () => {
    const { data } = await owner.visitor.open(browse, "/clothes");
    const { filters } = data as { filters: { name?: string; chosen?: unknown }[] };
    return filters.find(({ name }) => name === "size")?.chosen;
  };
  for (const size of sizesOf("clothes_sizes")) {
    await call(keepMine, owner.visitor, { clothes_sizes: [size] });
    // The limit of sixty an hour is lower than the number of these requests.
    await db().deleteFrom("rate_limits").execute();
    expect(await chosen(), size).toEqual([size]);
  }
});
