import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { deleteAccount } from "#app/features/accounts/account-deletion/commands.server.ts";
import { deleteExpiredVotes } from "#app/features/assistant/votes.server.ts";
import { db } from "#app/platform/db.server.ts";
import { startJobs } from "#app/platform/jobs.server.ts";
import { loader as overview } from "#app/routes/operator/overview.route.tsx";
import { exportOf } from "#tests/support/data-export.ts";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person, staffPerson } from "#tests/support/people.ts";
import { findRows, updateRows } from "#tests/support/rows.ts";
import { refusal, Visitor } from "#tests/support/visitor.ts";
import { action } from "./votes.route.ts";

let owner: Person;

openDatabase(async (url) => {
  owner = await person("owner");
  await startJobs(url, {});
});

const PATH = "/assistant/votes";

async function vote(who: Visitor, answer: string, feedback: string, reply = "tension"): Promise<number> {
  return (await who.submit(action, PATH, { answer, reply, feedback })).status;
}

const votesOn = (answer: string) =>
  findRows("concierge_votes", { answer_id: answer }, ["user_id", "reply", "helpful"]);

describe.each([
  ["a signed-in person", () => owner.visitor, () => owner.viewer.id],
  ["a visitor", () => new Visitor(), () => null],
])("the vote of %s on an answer of the concierge", (_who, who, id) => {
  test("is stored once, also after a double click, and is the last one", async () => {
    const [voter, answer] = [who(), randomUUID()];
    expect(await Promise.all([vote(voter, answer, "up"), vote(voter, answer, "up")])).toEqual([200, 200]);
    expect(await votesOn(answer)).toEqual([{ user_id: id(), reply: "tension", helpful: true }]);
    expect(await vote(voter, answer, "down")).toBe(200);
    expect(await votesOn(answer)).toEqual([{ user_id: id(), reply: "tension", helpful: false }]);
  });

  test("is not stored when it is invalid", async () => {
    const [voter, answer] = [who(), randomUUID()];
    expect(await vote(voter, "1", "up")).toBe(422);
    expect(await vote(voter, answer, "sideways")).toBe(422);
    expect(await vote(voter, answer, "up", "x".repeat(5000))).toBe(422);
    expect((await voter.submit(action, PATH, {})).status).toBe(422);
    expect(await votesOn(answer)).toEqual([]);
  });

  test("is refused with the time to wait when it comes too often", async () => {
    const [voter, answer] = [who(), randomUUID()];
    const votes = Array.from({ length: 121 }, () => randomUUID());
    await Promise.all(votes.map((one) => vote(voter, one, "up")));
    const refused = await voter.submit(action, PATH, { answer, reply: "search", feedback: "up" });
    expect(refused).toMatchObject(refusal(429, /try again/));
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await votesOn(answer)).toEqual([]);
    await db().deleteFrom("rate_limits").execute();
    await db().deleteFrom("concierge_votes").where("answer_id", "in", votes).execute();
  });
});

test("nobody changes the vote of somebody else", async () => {
  const [mine, theirs] = [randomUUID(), randomUUID()];
  const [stranger, visitor] = [await person("stranger"), new Visitor()];
  await vote(owner.visitor, mine, "up");
  await vote(visitor, theirs, "up");
  expect(await vote(stranger.visitor, mine, "down")).toBe(404);
  expect(await vote(visitor, mine, "down")).toBe(404);
  expect(await vote(stranger.visitor, theirs, "down")).toBe(404);
  for (const answer of [mine, theirs]) expect(await votesOn(answer)).toMatchObject([{ helpful: true }]);
});

test("a person's votes are in their data export, and are deleted with their account", async () => {
  const who = await person("who");
  const answer = randomUUID();
  await vote(who.visitor, answer, "down", "beginner");
  expect((await exportOf(who)).conciergeVotes).toEqual([
    { answerId: answer, reply: "beginner", helpful: false, votedAt: expect.any(String) },
  ]);
  await deleteAccount(who.visitor.request("/"), who.viewer, []);
  expect(await votesOn(answer)).toEqual([]);
});

test("operators see how the answers were voted in the last 30 days, and votes are deleted after a year", async () => {
  await db().deleteFrom("concierge_votes").execute();
  const operator = await staffPerson("operator");
  const votes = async () =>
    ((await operator.visitor.open(overview, "/operator")).data as { votes: unknown }).votes;
  expect(await votes()).toEqual([]);
  const [recent, old] = [randomUUID(), randomUUID()];
  for (const feedback of ["up", "down", "down"])
    await vote(new Visitor(), randomUUID(), feedback, "rephrase");
  await vote(owner.visitor, recent, "up");
  await vote(owner.visitor, old, "up");
  const ago = (days: number) => sql<Date>`now() - make_interval(days => ${days})`;
  await updateRows("concierge_votes", { answer_id: old }, { voted_at: ago(366) });
  expect(await votes()).toEqual([
    { label: "String advice", value: "1 helpful, 0 not helpful" },
    { label: "Question not understood", value: "1 helpful, 2 not helpful" },
  ]);
  await deleteExpiredVotes();
  expect([await votesOn(old), await votesOn(recent)]).toEqual([[], [expect.anything()]]);
});
