import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { db } from "#app/platform/db.server.ts";
import { loader as frame } from "#app/routes/profile/frame.route.tsx";
import { action, loader } from "#app/routes/profile/profile.route.tsx";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person } from "#tests/support/people.ts";
import { findRow, withoutTable } from "#tests/support/rows.ts";
import { faultsIn, refusal, Visitor } from "#tests/support/visitor.ts";
import { presentProfile } from "./present.server.ts";
import { profileOf } from "./queries.server.ts";

let owner: Person;

openDatabase();

type Fields = Record<string, string>;

async function loadedBy(of: Person = owner): Promise<string> {
  const row = await profileOf(of.viewer.id);
  return row ? presentProfile(row).loaded : "";
}

async function save(of: Person, typed: Fields, at?: string) {
  const fields = { username: of.viewer.username, email: of.viewer.email, loaded: at ?? (await loadedBy(of)) };
  return of.visitor.submit(action, "/profile", { ...fields, ...typed });
}

async function stored(of: Person) {
  return findRow("profiles", { id: of.viewer.id }, [
    "username",
    "full_name",
    "email",
    "phone",
    "shipping_address",
    "billing_address",
  ]);
}

const typedOf = (data: unknown) =>
  (data as { result: { initialValue?: Record<string, unknown> } }).result.initialValue;

const FULL = {
  full_name: "Anna Ωμέγα",
  phone: "+31 6 1234 5678",
  shipping_address: "Baan 1\r\n1012 AB Amsterdam 🎾",
  billing_address: "",
};

describe("/profile", () => {
  beforeAll(async () => {
    owner = await person("owner");
  });

  test("redirects signed-out visitors to /auth, with the path to return to [A2.56 A6.9]", async () => {
    for (const route of [frame, loader]) {
      const answer = await new Visitor().open(route, "/profile");
      expect(answer).toMatchObject({ status: 302, location: "/auth?next=%2Fprofile" });
    }
  });

  test("shows each person their own profile, and nobody else's [A2.6 A6.4 A7.16 A7.24 M2.2]", async () => {
    await save(owner, FULL);
    const stranger = await person("stranger");
    const own = await owner.visitor.open(loader, "/profile");
    expect(own.data).toMatchObject({
      state: "shown",
      profile: {
        values: { ...FULL, shipping_address: "Baan 1\n1012 AB Amsterdam 🎾", email: owner.viewer.email },
      },
    });
    const others = await stranger.visitor.open(loader, `/profile?id=${owner.viewer.id}`);
    expect(others.data).toMatchObject({ profile: { values: { username: stranger.viewer.username } } });
    expect(JSON.stringify(others.data)).not.toContain("Amsterdam");
  });

  test("stores the input, and shows that it was saved [A2.57 A7.16 A7.27 A8.33]", async () => {
    const answer = await save(owner, { ...FULL, billing_address: "  PO Box 2  " });
    expect(answer).toMatchObject({ status: 302, location: "/profile" });
    expect(decodeURIComponent(answer.headers.get("set-cookie") ?? "")).toContain(
      '"title":"Success","description":"Your profile has been updated."',
    );
    expect(await stored(owner)).toEqual({
      username: owner.viewer.username,
      email: owner.viewer.email,
      full_name: "Anna Ωμέγα",
      phone: "+31 6 1234 5678",
      shipping_address: "Baan 1\n1012 AB Amsterdam 🎾",
      billing_address: "PO Box 2",
    });
  });

  test("stores emptied fields as null, but keeps the email address [A5.2]", async () => {
    await save(owner, { full_name: "", phone: " ", shipping_address: "\r\n", email: "" });
    expect(await stored(owner)).toMatchObject({
      full_name: null,
      phone: null,
      shipping_address: null,
      email: owner.viewer.email,
    });
  });

  test.each([
    ["username", "", "Username must be at least 2 characters"],
    ["username", "a", "Username must be at least 2 characters"],
    ["username", "a".repeat(41), "Username must be at most 40 characters"],
    ["username", "an\0na", "Username may not contain @, slashes or invisible characters"],
    ["username", "<b>/x", "Username may not contain @, slashes or invisible characters"],
    ["username", "Second Serve", "This name is reserved. Please choose another one."],
    ["username", "wіlson", "Username may not mix letters of different alphabets"],
    ["full_name", "a".repeat(201), "At most 200 characters."],
    ["full_name", "An\0na", "This contains characters that cannot be saved."],
    ["full_name", "An\tna", "This contains characters that cannot be saved."],
    ["email", "anna", "Enter a valid email address."],
    ["email", "an\0na@example.com", "Enter a valid email address."],
    ["phone", "1".repeat(51), "At most 50 characters."],
    ["shipping_address", "x".repeat(501), "At most 500 characters."],
    ["billing_address", "a\u001bb", "This contains characters that cannot be saved."],
  ])("refuses, in the field %s, %j: %s [A5.1 A5.3 A9.12]", async (field, value, text) => {
    const before = await stored(owner);
    const answer = await save(owner, { full_name: "Kept here", [field]: value });
    expect(answer.status).toBe(422);
    expect(faultsIn(answer)).toEqual({ [field]: [text] });
    expect(typedOf(answer.data)).toMatchObject({
      full_name: field === "full_name" ? value : "Kept here",
      ...(value && { [field]: value }),
    });
    expect(await stored(owner)).toEqual(before);
  });

  test("keeps HTML, emoji and right-to-left text unchanged, without marks that nobody can see", async () => {
    const odd = "<script>alert(1)</script> 🎾 שלום abc";
    await save(owner, { full_name: `\u202e${odd}` });
    expect(await stored(owner)).toMatchObject({ full_name: odd });
  });

  test("starts a change of the email address, and does not change it yet", async () => {
    const answer = await save(owner, { full_name: "Anna", email: " New@Example.com " });
    expect(answer).toMatchObject({ status: 302, location: "/profile/email" });
    expect(await stored(owner)).toMatchObject({ full_name: "Anna", email: owner.viewer.email });
  });

  test("can be saved thirty times an hour", async () => {
    const busy = await person("busy");
    for (let n = 0; n < 30; n += 1) await save(busy, { full_name: `Number ${n}` });
    const answer = await save(busy, { full_name: "One too many" });
    expect(answer.status).toBe(429);
    expect(typedOf(answer.data)).toMatchObject({ full_name: "One too many" });
    expect(await stored(busy)).toMatchObject({ full_name: "Number 29" });
  });
});

describe("when two tabs save a profile", () => {
  test("the later save is refused, keeps its input and shows the stored values", async () => {
    const two = await person("two");
    const seen = await loadedBy(two);
    await save(two, { full_name: "First tab", phone: "1", shipping_address: "Baan 1" }, seen);
    const later = await save(two, { full_name: "Second tab", phone: "1" }, seen);
    expect(later.status).toBe(409);
    expect(later.data).toMatchObject({
      conflicts: [{ name: "full_name", typed: ["Second tab"], stored: ["First tab"] }],
      result: { initialValue: { full_name: "Second tab" } },
    });
    expect(await stored(two)).toMatchObject({ full_name: "First tab" });
    const asked = String(typedOf(later.data)?.loaded);
    const taken = await save(two, { full_name: "Second tab", phone: "1", take_stored: "full_name" }, asked);
    expect(taken.location).toBe("/profile");
    expect(await stored(two)).toMatchObject({ full_name: "First tab", shipping_address: "Baan 1" });
    const again = await save(two, { full_name: "Second tab", phone: "1" }, asked);
    expect(again.location).toBe("/profile");
    // A field that only the first tab changed keeps its value.
    const both = { full_name: "Second tab", phone: "1", shipping_address: "Baan 1" };
    expect(await stored(two)).toMatchObject(both);
  });

  test("at the same moment, one is stored and the other is refused", async () => {
    const two = await person("moment");
    const seen = await loadedBy(two);
    const answers = await Promise.all(["left", "right"].map((full_name) => save(two, { full_name }, seen)));
    expect(answers.map(({ status }) => status).sort()).toEqual([302, 409]);
  });
});

describe("when the session ended before the form was sent", () => {
  test("the input is kept, and nothing is stored [A5.9 A6.6 A8.7]", async () => {
    const late = await person("late");
    const seen = await loadedBy(late);
    const signedOut = new Visitor();
    // Nothing is validated before the person is known.
    const fields = { username: "@", email: "no address", full_name: "Typed for an hour", loaded: seen };
    const answer = await signedOut.submit(action, "/profile", fields);
    expect(answer.status).toBe(401);
    expect(faultsIn(answer)).toEqual({ "": ["User not authenticated"] });
    expect(answer.data).toMatchObject({
      reason: "signed_out",
      result: {
        initialValue: {
          username: "@",
          email: "no address",
          full_name: "Typed for an hour",
          loaded: seen,
        },
      },
    });
    // Without JavaScript the loaders render the page right after the action, so they must not redirect.
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    for (const route of [frame, loader]) {
      expect(await signedOut.run(route, signedOut.request("/profile", { headers }))).toMatchObject({
        status: 200,
      });
    }
  });
});

async function whileBroken(statement: string, fix: string, run: () => Promise<void>): Promise<void> {
  await sql.raw(statement).execute(db());
  try {
    await run();
  } finally {
    await sql.raw(fix).execute(db());
  }
}

const RAISE = "create function refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$;";
const trigger = (when: string) => [
  `${RAISE} create trigger refuse before ${when} on profiles for each row execute function refuse()`,
  "drop function refuse cascade",
];

describe("when the database fails", () => {
  let unlucky: Person;
  beforeAll(async () => {
    unlucky = await person("unlucky");
  });

  test("the page says that the profile cannot be read [A8.11]", async () => {
    await whileBroken(
      "alter table profiles rename column phone to away",
      "alter table profiles rename column away to phone",
      async () => {
        const answer = await unlucky.visitor.open(loader, "/profile");
        expect(answer).toMatchObject({ status: 500, data: { state: "failed" } });
      },
    );
  });

  test("the page says that the profile cannot be created [A8.12]", async () => {
    const nobody = await person("nobody");
    await db().deleteFrom("profiles").where("id", "=", nobody.viewer.id).execute();
    const [statement = "", fix = ""] = trigger("insert");
    await whileBroken(statement, fix, async () => {
      expect(await nobody.visitor.open(frame, "/profile")).toMatchObject(
        refusal(500, "Failed to create profile."),
      );
    });
    expect(await nobody.visitor.open(frame, "/profile")).toMatchObject({
      data: { username: nobody.viewer.username },
    });
  });

  test("the page says that the new profile cannot be found [A8.13]", async () => {
    const nobody = await person("vanished");
    await db().deleteFrom("profiles").where("id", "=", nobody.viewer.id).execute();
    const swallow =
      "create function swallow() returns trigger language plpgsql as $$ begin return null; end $$;" +
      "create trigger swallow before insert on profiles for each row execute function swallow()";
    await whileBroken(swallow, "drop function swallow cascade", async () => {
      expect(await nobody.visitor.open(frame, "/profile")).toMatchObject(
        refusal(500, "Failed to load new profile data."),
      );
    });
  });

  test("the page says that the signed-in person cannot be read [A8.15]", async () => {
    await withoutTable("sessions", async () => {
      expect(await unlucky.visitor.open(frame, "/profile")).toMatchObject(
        refusal(500, "An unexpected error occurred while loading your profile."),
      );
    });
  });

  test.each([
    ["update of full_name", {}, { "": ["Failed to update profile."] }],
    ["update of username", { username: "another name" }, { username: ["Failed to update username"] }],
  ])(
    "the form says that the profile was not saved, and keeps the input, when this fails: %s [A8.10 A8.16]",
    async (when, typed, errors) => {
      const before = await stored(unlucky);
      const [statement = "", fix = ""] = trigger(when);
      await whileBroken(statement, fix, async () => {
        const answer = await save(unlucky, { full_name: "Typed", ...typed });
        expect(answer.status).toBe(500);
        expect(faultsIn(answer)).toEqual(errors);
        expect(typedOf(answer.data)).toMatchObject({ full_name: "Typed" });
      });
      expect(await stored(unlucky)).toEqual(before);
    },
  );

  test("the form says that it is unknown whether a username is free [A8.8]", async () => {
    await withoutTable("former_usernames", async () => {
      const answer = await save(unlucky, { username: "a free name" });
      expect(answer.status).toBe(500);
      expect(faultsIn(answer)).toEqual({ username: ["Failed to check username availability"] });
    });
  });
});
