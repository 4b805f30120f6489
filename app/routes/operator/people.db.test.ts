import { expect, test } from "vitest";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person, racketOf, staffPerson } from "#tests/support/people.ts";
import { findRows, updateRows } from "#tests/support/rows.ts";
import { loader } from "./people.route.tsx";

let operator: Person;
let seller: Person;

openDatabase(async () => {
  [operator, seller] = [await staffPerson("operator"), await person("seller")];
  await racketOf(seller);
});

const lookUp = async (q: string) =>
  (await operator.visitor.open(loader, `/operator/people?${new URLSearchParams({ q })}`)).data as {
    person: { username: string; facts: { label: string; value: string }[] } | null;
  };

const loggedLookUps = async () =>
  (await findRows("staff_log", { action: "person_opened" }, ["actor_id", "subject_id"])).length;

test("a person is found by username or email address, the look-up is logged, and no email address is shown", async () => {
  const before = await loggedLookUps();
  for (const sought of [seller.viewer.username.toUpperCase(), seller.viewer.email.toUpperCase()]) {
    const found = await lookUp(sought);
    expect(found.person).toMatchObject({
      username: seller.viewer.username,
      facts: expect.arrayContaining([{ label: "Listings", value: "1 for sale, 1 in total" }]),
    });
    expect(JSON.stringify(found.person)).not.toContain("@");
  }
  expect(await loggedLookUps()).toBe(before + 2);
});

test("an unknown name or email address is not found, and nothing is logged", async () => {
  const before = await loggedLookUps();
  for (const sought of ["", " ", "nobody", "nobody@example.com", "'; drop table users", "x".repeat(5000)])
    expect((await lookUp(sought)).person).toBeNull();
  expect(await loggedLookUps()).toBe(before);
});

test("a suspended person is shown as such", async () => {
  await updateRows(
    "profiles",
    { id: seller.viewer.id },
    { suspended_until: new Date(Date.UTC(2199, 0, 2, 12)) },
  );
  const value = async () =>
    (await lookUp(seller.viewer.username)).person?.facts.find(({ label }) => label === "Suspended")?.value;
  expect(await value()).toBe("Until Jan 2, 2199");
  await updateRows("profiles", { id: seller.viewer.id }, { suspended_until: "infinity" });
  expect(await value()).toBe("Permanently");
});
