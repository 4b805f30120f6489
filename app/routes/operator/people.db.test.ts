import { beforeEach, expect, test } from "vitest";
import { loader as moderatorsLoader } from "#app/routes/moderation/people.route.tsx";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person, staffPerson } from "#tests/support/people.ts";
import { findRows } from "#tests/support/rows.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { loader } from "./people.route.tsx";

let operator: Person;
let moderator: Person;
let seller: Person;

openDatabase(async () => {
  [operator, moderator] = [await staffPerson("operator"), await staffPerson("moderator")];
});
beforeEach(async () => {
  seller = await person("seller");
});

const asOperator = (visitor: Visitor, q: string) =>
  visitor.open(loader, `/operator/people?${new URLSearchParams({ q })}`);
const asModerator = (visitor: Visitor, q: string) =>
  visitor.open(moderatorsLoader, `/moderation/people?${new URLSearchParams({ q })}`);
const logged = () =>
  findRows("staff_log", { action: "person_found", subject_id: seller.viewer.id }, ["actor_id", "facts"]);

test("a person is found by username or email address, which is logged, and leads to their page", async () => {
  const { username, email } = seller.viewer;
  for (const [who, lookUp] of [
    [operator, asOperator],
    [operator, asModerator],
    [moderator, asModerator],
  ] as const)
    for (const sought of [username.toUpperCase(), email.toUpperCase()])
      expect(await lookUp(who.visitor, sought)).toMatchObject({
        status: 302,
        location: `/moderation/people/${username}`,
      });
  const entries = await logged();
  expect(entries).toHaveLength(6);
  expect(entries.at(-1)).toEqual({ actor_id: moderator.viewer.id, facts: { by: "email" } });
});

test("nobody else looks people up: moderators not at the operator's address, members and visitors nowhere", async () => {
  for (const sought of ["", seller.viewer.username, seller.viewer.email]) {
    expect(await asOperator(moderator.visitor, sought)).toMatchObject({ status: 404 });
    for (const visitor of [new Visitor(), seller.visitor, (await person("stranger")).visitor])
      for (const lookUp of [asOperator, asModerator])
        expect(await lookUp(visitor, sought)).toMatchObject({ status: 404 });
  }
  expect(await logged()).toEqual([]);
});

test("an unknown name or email address is not found", async () => {
  for (const sought of ["", " ", "nobody", "nobody@example.com", "'; drop table users", "x".repeat(5000)])
    for (const lookUp of [asOperator, asModerator])
      expect(await lookUp(operator.visitor, sought)).toMatchObject({
        status: 200,
        data: { sought: expect.any(String) },
      });
});
