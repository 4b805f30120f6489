import { expect, test } from "vitest";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person, staffPerson } from "#tests/support/people.ts";
import { findRows } from "#tests/support/rows.ts";
import { loader } from "./people.route.tsx";

let operator: Person;
let seller: Person;

openDatabase(async () => {
  [operator, seller] = [await staffPerson("operator"), await person("seller")];
});

const lookUp = (q: string) => operator.visitor.open(loader, `/operator/people?${new URLSearchParams({ q })}`);

test("a person is found by username or email address, and the operator gets to their page", async () => {
  const { username, email } = seller.viewer;
  for (const sought of [username.toUpperCase(), email.toUpperCase()])
    expect(await lookUp(sought)).toMatchObject({ status: 302, location: `/moderation/people/${username}` });
});

test("an unknown name or email address is not found, and nothing is logged", async () => {
  for (const sought of ["", " ", "nobody", "nobody@example.com", "'; drop table users", "x".repeat(5000)])
    expect(await lookUp(sought)).toMatchObject({ status: 200, data: { sought: expect.any(String) } });
  expect(await findRows("staff_log", { action: "person_opened" }, ["id"])).toEqual([]);
});
