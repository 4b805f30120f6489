import { randomUUID } from "node:crypto";
import { expect, test, vi } from "vitest";
import { enqueue, startJobs } from "#app/platform/jobs.server.ts";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, staffPerson } from "#tests/support/people.ts";
import { action, loader } from "./jobs.route.tsx";

const PATH = "/operator/jobs";

let operator: Person;
let broken = true;
const done: unknown[] = [];

async function work(data: unknown): Promise<void> {
  if (broken) throw new TypeError("a secret of a person");
  done.push(data);
}

openDatabase(async (url) => {
  operator = await staffPerson("operator");
  await startJobs(url, {
    "gives-up": { work, retries: 0 },
    "tries-again": { work, retries: 3, firstPauseSeconds: 3_600 },
  });
});

interface Job {
  readonly id: string;
  readonly name: string;
}

const jobs = async () => ((await operator.visitor.open(loader, PATH)).data as { jobs: readonly Job[] }).jobs;

test("failed jobs, with or without retries left, are listed without data and can run again", async () => {
  await enqueue("gives-up", { nth: 1 });
  await enqueue("tries-again", { nth: 2 });
  await vi.waitFor(async () => expect(await jobs()).toHaveLength(2), { timeout: 20_000, interval: 100 });
  const failed = await jobs();
  expect(JSON.stringify(failed)).not.toMatch(/secret|nth/);
  expect(failed).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        name: "gives-up",
        error: "TypeError",
        next: "Will not run again by itself.",
      }),
      expect.objectContaining({ name: "tries-again", error: "TypeError" }),
    ]),
  );
  broken = false;
  for (const { id, name } of failed) {
    const answer = await operator.visitor.submit(action, PATH, { id, name });
    expect(answer).toMatchObject({ status: 302, location: PATH });
  }
  await vi.waitFor(() => expect(done).toHaveLength(2), { timeout: 20_000, interval: 100 });
  expect(await jobs()).toEqual([]);
});

test("running a job again is refused if it has not failed", async () => {
  for (const fields of [
    { id: randomUUID(), name: "gives-up" },
    { id: "x", name: "gives-up" },
    { id: randomUUID(), name: "'; drop table users; --" },
  ])
    expect((await operator.visitor.submit(action, PATH, fields)).status).toBe(409);
  expect((await operator.visitor.submit(action, PATH, {})).status).toBe(422);
});
