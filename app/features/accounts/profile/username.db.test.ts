import { createHmac } from "node:crypto";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { env } from "#app/platform/env.server.ts";
import { holdUsernames } from "#app/platform/held-usernames.server.ts";
import { bootstrapProfile } from "#app/platform/profile.server.ts";
import { action } from "#app/routes/profile/profile.route.tsx";
import { loader } from "#app/routes/profile/username.route.ts";
import { loader as seller } from "#app/routes/sellers/seller.route.tsx";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person } from "#tests/support/people.ts";
import { waitForLocks } from "#tests/support/races.ts";
import { findRow, insertRows, updateRows, withoutTable } from "#tests/support/rows.ts";
import { faultsIn, Visitor } from "#tests/support/visitor.ts";
import { profileOf } from "./queries.server.ts";

openDatabase();

function rename(of: Person, username: string) {
  return of.visitor.submit(action, "/profile", { username });
}

async function nameOf(of: Person): Promise<string | undefined> {
  return (await profileOf(of.viewer.id))?.username;
}

const TAKEN = { username: ["Username already taken"] };

async function check(who: Visitor, name: string): Promise<{ status: number; json: unknown }> {
  const answer = await who.open(loader, `/profile/username?name=${encodeURIComponent(name)}`);
  return { status: answer.status, json: JSON.parse(String(answer.data)) };
}

describe("the check whether a username is free", () => {
  test("requires a signed-in person", async () => {
    expect(await check(new Visitor(), "free")).toMatchObject({
      status: 401,
      json: { message: "User not authenticated" },
    });
  });

  test("reveals nothing about other people but that a name is taken [A5.10 A7.22]", async () => {
    const [asking, other] = [await person("asking"), await person("other")];
    const own = asking.viewer.username;
    expect((await check(asking.visitor, " Quite Free ")).json).toEqual({
      name: "Quite Free",
      free: true,
      text: "Quite Free is available.",
    });
    for (const name of [other.viewer.username, other.viewer.username.toUpperCase()]) {
      expect((await check(asking.visitor, name)).json).toEqual({
        name,
        free: false,
        text: "Username already taken",
      });
    }
    for (const name of [own, own.toUpperCase()])
      expect((await check(asking.visitor, name)).json).toMatchObject({ free: true });
  });

  test.each([
    ["a", "Username must be at least 2 characters"],
    ["", "Username must be at least 2 characters"],
    ["a\0b", "Username may not contain @, slashes or invisible characters"],
    ["Moderator", "This name is reserved. Please choose another one."],
  ])("refuses %j: %s", async (name, text) => {
    const { visitor } = await person("rules");
    expect((await check(visitor, name)).json).toMatchObject({ free: false, text });
  });

  test("is limited to 120 times a minute", async () => {
    const { visitor } = await person("curious");
    for (let n = 0; n < 120; n += 1) await check(visitor, "a");
    expect((await check(visitor, "a")).status).toBe(429);
  });

  test("reports that it failed when the database fails [A8.8]", async () => {
    const { visitor } = await person("unlucky");
    await withoutTable("former_usernames", async () => {
      expect(await check(visitor, "free")).toMatchObject({
        status: 500,
        json: { message: "Failed to check username availability" },
      });
    });
  });
});

describe("a new username", () => {
  test("applies immediately, in the tables profiles and users; changing only upper and lower case is allowed [A4.6 A6.6 A7.7 A7.16 A7.23]", async () => {
    const anna = await person("anna");
    expect(await rename(anna, "  Anna   Bell ")).toMatchObject({ location: "/profile" });
    expect(await nameOf(anna)).toBe("Anna Bell");
    const { name } = await findRow("users", { id: anna.viewer.id });
    expect(name).toBe("Anna Bell");
    // A change of upper and lower case alone is allowed.
    expect(await rename(anna, "ANNA BELL")).toMatchObject({ location: "/profile" });
  });

  test("is refused when another person has it, in upper or lower case [A8.9]", async () => {
    const [one, two] = [await person("mine"), await person("yours")];
    const answer = await rename(one, two.viewer.username.toUpperCase());
    expect(answer.status).toBe(422);
    expect(faultsIn(answer)).toEqual(TAKEN);
    expect(await nameOf(one)).toBe(one.viewer.username);
  });

  test("that several people submit simultaneously goes to one; the others see that it is taken [A5.10 A7.16]", async () => {
    const people = await Promise.all([person("left"), person("right"), person("third")]);
    const answers = await Promise.all(people.map((one) => rename(one, "Clara")));
    expect(answers.map(({ status }) => status).sort()).toEqual([302, 422, 422]);
    const names = await Promise.all(people.map(nameOf));
    expect(names.filter((name) => name === "Clara")).toHaveLength(1);
  });

  test("that ten tabs submit simultaneously causes no deadlock over database connections", async () => {
    const anna = await person("tabs");
    const answers = await Promise.all(Array.from({ length: 10 }, () => rename(anna, "Tabea")));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(302));
    expect(await nameOf(anna)).toBe("Tabea");
  });

  test("that another transaction has written is refused when that transaction commits [A4.6]", async () => {
    const [first, second] = [await person("first"), await person("second")];
    const open = Promise.withResolvers<void>();
    const written = Promise.withResolvers<void>();
    const taking = inTransaction(async (trx) => {
      await trx.updateTable("profiles").set({ username: "Dora" }).where("id", "=", first.viewer.id).execute();
      written.resolve();
      await open.promise;
    });
    await written.promise;
    const waiting = rename(second, "D0RA");
    await waitForLocks(1);
    open.resolve();
    await taking;
    expect(faultsIn(await waiting)).toEqual(TAKEN);
    expect(await nameOf(second)).toBe(second.viewer.username);
  });

  test("waits for a concurrent account deletion or change of email address, and does not block it", async () => {
    const anna = await person("order");
    const pending = await inTransaction(async (trx) => {
      await trx.selectFrom("users").select("id").where("id", "=", anna.viewer.id).forUpdate().execute();
      const waiting = rename(anna, "Orderly");
      await waitForLocks(1);
      await trx
        .updateTable("profiles")
        .set({ updated_at: sql<Date>`now()` })
        .where("id", "=", anna.viewer.id)
        .execute();
      return { waiting };
    });
    expect((await pending.waiting).status).toBe(302);
    expect(await nameOf(anna)).toBe("Orderly");
  });

  test("can be chosen five times a day", async () => {
    const restless = await person("restless");
    for (let n = 0; n < 5; n += 1) await rename(restless, `Restless no ${n}`);
    const answer = await rename(restless, "Restless no more");
    expect(answer.status).toBe(429);
    expect(await nameOf(restless)).toBe("Restless no 4");
  });
});

describe("usernames that look alike:", () => {
  const skeletonsOf = async (...names: string[]) => {
    const { rows } = await sql<{ skeleton: string }>`
      select username_skeleton(name) as skeleton from unnest(${names}::text[]) with ordinality as named (name, at)
      order by at
    `.execute(db());
    return rows.map(({ skeleton }) => skeleton);
  };

  test.each([
    ["wilson", "wi1son"],
    ["Wilson", "WiIson"],
    ["coco", "сосо"],
    ["Anna", "ANNA"],
    ["Jose", "José"],
    ["zero", "zer0"],
    ["bernd", "bemd"],
    ["vvilson", "wilson"],
    ["Ολα", "0λa"],
    ["anne-marie", "anne–marie"],
    ["jan.smit", "jan_smit"],
    ["jan.smit", "Jan Smit"],
    ["jan-smit", "jansmit"],
    ["jansmit", "jansmit..."],
    ["r.nadal", "rnadal"],
    ["lukas.k", "lukas_k"],
  ])("%s and %s count as the same", async (one, other) => {
    const [first, second] = await skeletonsOf(one, other);
    expect(second).toBe(first);
  });

  test.each([
    ["anna", "anna2"],
    ["anna2", "anna3"],
    ["anna1", "anna11"],
    ["..", "--"],
    ["Ali", "All"],
    ["мария", "maria"],
    ["太郎", "花子"],
  ])("%s and %s count as different", async (one, other) => {
    const [first, second] = await skeletonsOf(one, other);
    expect(second).not.toBe(first);
  });

  test("only one of two names that look the same can be taken", async () => {
    const [one, two] = [await person("kind"), await person("unkind")];
    await rename(one, "Wilson Fan");
    expect(faultsIn(await rename(two, "Wi1son Fan"))).toEqual(TAKEN);
    expect(await rename(two, "Wilson Fan2")).toMatchObject({ status: 302 });
  });

  test("names that differ only in separators or trailing dots count as the same", async () => {
    const [one, two] = [await person("plain"), await person("dotted")];
    await rename(one, "Jan.Smit");
    for (const name of ["jan_smit", "jansmit", "Jan Smit", "jan.smit.", "jan..smit"])
      expect(faultsIn(await rename(two, name))).toEqual(TAKEN);
    expect(await rename(one, "Jan_Smit")).toMatchObject({ status: 302 });
    expect(await rename(two, "Jan.Smit.2")).toMatchObject({ status: 302 });
  });

  test("look-alikes of a deleted user's name stay reserved; a hash from before separators were ignored still reserves its name", async () => {
    const gone = await person("leaver");
    await rename(gone, "Ann.Li");
    await holdUsernames(db(), gone.viewer.id);
    const hash = createHmac("sha256", env().authSecret).update("held username bo.li").digest("base64url");
    await insertRows("held_usernames", { hash, until: sql<Date>`now() + interval '9 days'` });
    await db().deleteFrom("users").where("id", "=", gone.viewer.id).execute();
    const other = await person("stays");
    for (const name of ["ann_li", "annli", "Bo.Li"])
      expect(faultsIn(await rename(other, name))).toEqual(TAKEN);
  });

  test("a name that is chosen automatically gets a number when it looks like an existing one", async () => {
    const [one, two] = [await person("old"), await person("new")];
    await rename(one, "hello1");
    await db().deleteFrom("profiles").where("id", "=", two.viewer.id).execute();
    expect(await bootstrapProfile({ id: two.viewer.id, email: "hellol@example.com" })).toBe("hellol2");
  });
});

describe("a former username", () => {
  const open = (name: string) =>
    new Visitor().open(seller, `/sellers/${encodeURIComponent(name)}`, { username: name });

  test("redirects to the page of the person who had it, and is reserved for them for 90 days", async () => {
    const [mover, other] = [await person("mover"), await person("heir")];
    const left = mover.viewer.username;
    await rename(mover, "Moved On");
    expect(await open(left)).toMatchObject({ status: 302, location: "/sellers/Moved%20On" });
    expect(faultsIn(await rename(other, left))).toEqual(TAKEN);
    expect((await check(other.visitor, left)).json).toMatchObject({ free: false });
    expect((await check(mover.visitor, left)).json).toMatchObject({ free: true });
    await updateRows(
      "former_usernames",
      { user_id: mover.viewer.id },
      { left_at: sql<Date>`now() - interval '91 days'` },
    );
    expect((await open(left)).status).toBe(404);
    expect(await rename(other, left)).toMatchObject({ status: 302 });
    expect((await open(left)).status).toBe(200);
  });

  test("redirects to the page of the person who had it, even when it looks like a name of another person", async () => {
    const [older, younger] = [await person("lookalike"), await person("twin")];
    await sql`update profiles set username_skeleton = null where id = ${younger.viewer.id}`.execute(db());
    for (const [one, to] of [
      [younger, "Steffi"],
      [older, "Boris"],
    ] as const) {
      await rename(one, to);
      expect(await open(one.viewer.username)).toMatchObject({ status: 302, location: `/sellers/${to}` });
    }
  });

  test("can be taken back by the person who had it", async () => {
    const back = await person("back");
    await rename(back, "Somewhere Else");
    expect(await rename(back, back.viewer.username)).toMatchObject({ status: 302 });
    expect((await open(back.viewer.username)).status).toBe(200);
    expect(await open("Somewhere Else")).toMatchObject({ location: `/sellers/${back.viewer.username}` });
  });

  test("is deleted with the account of the person who had it", async () => {
    const gone = await person("gone");
    await rename(gone, "Gone Soon");
    await db().deleteFrom("users").where("id", "=", gone.viewer.id).execute();
    for (const name of [gone.viewer.username, "Gone Soon"]) expect((await open(name)).status).toBe(404);
  });
});
