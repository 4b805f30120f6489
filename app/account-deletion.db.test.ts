import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase } from "#tests/support/database.ts";
import { withEnv } from "#tests/support/env.ts";
import { person, racketOf } from "#tests/support/people.ts";
import { findRows, insertRow, insertRows } from "#tests/support/rows.ts";
import { DELETE_AGAIN_JOB, deletionJobs } from "./account-deletion.server.ts";
import { deletedIn } from "./features/backup/retention.ts";
import { startEvents, stopEvents } from "./platform/events.server.ts";
import { enqueue, startJobs, stopJobs } from "./platform/jobs.server.ts";
import { action } from "./routes/profile/account-deletion.route.tsx";

openDatabase(async (url) => {
  await startEvents();
  await startJobs(url, deletionJobs);
});
afterAll(async () => {
  await stopJobs();
  await stopEvents();
});

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "second-serve-deletions-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const exists = async (id: string) => (await findRows("users", { id }, ["id"])).length > 0;
const noted = () => deletedIn(readdirSync(folder));

test("an account that a restored backup brings back is deleted again, and no other", async () => {
  await withEnv({ backupUrl: `file:${folder}` }, async () => {
    const [leaving, staying] = [await person("leaving"), await person("staying")];
    const { id, username, email } = leaving.viewer;
    await leaving.visitor.submit(action, "/profile/delete", { username });
    expect(await exists(id)).toBe(false);
    await expect.poll(noted).toEqual([id]);

    // As a restore does.
    await insertRow("users", { id, name: username, email, email_verified: true });
    await insertRows("profiles", { id, username, email });
    await racketOf(leaving);
    await enqueue(DELETE_AGAIN_JOB, {});
    await expect.poll(() => exists(id)).toBe(false);
    expect(await findRows("listings", { user_id: id }, ["id"])).toEqual([]);
    expect(await exists(staying.viewer.id)).toBe(true);

    await enqueue(DELETE_AGAIN_JOB, {});
    expect(noted()).toEqual([id]);
  });
});

test("without BACKUP_URL a deletion is not noted", async () => {
  const leaving = await person("leaving");
  await leaving.visitor.submit(action, "/profile/delete", { username: leaving.viewer.username });
  expect(await exists(leaving.viewer.id)).toBe(false);
  expect(noted()).toHaveLength(1);
});
