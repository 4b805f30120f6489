import { Readable } from "node:stream";
import { sql } from "kysely";
import { z } from "zod";
import { db } from "#app/platform/db.server.ts";
import { env } from "#app/platform/env.server.ts";
import { type EnqueueOptions, enqueue, type JobHandlers } from "#app/platform/jobs.server.ts";
import { BackupFault } from "./format.server.ts";
import { openPlace } from "./place.server.ts";
import { deletedIn, nameOfDeletion } from "./retention.ts";

// A restored backup brings back people who have deleted their account since it was made. So where the backups are, a file
// is written for each of them, and the next start deletes them again (docs/decisions/0163-backups.md).

const NOTE_JOB = "backup-deletion";

const noteTask = z.object({ id: z.uuid() });

/** A step of the deletion of an account: the file is written once the account is deleted. */
export async function noteDeletion(trx: EnqueueOptions["db"], id: string): Promise<() => Promise<void>> {
  return async () => {
    if (env().backupUrl !== undefined) await enqueue(NOTE_JOB, { id }, { db: trx });
  };
}

export const noteJobs: JobHandlers = {
  [NOTE_JOB]: { work: (data) => writeNote(noteTask.parse(data).id), retries: 36 },
};

async function writeNote(id: string): Promise<void> {
  const { backupUrl } = env();
  if (backupUrl === undefined) return;
  const text = `This account was deleted on ${new Date().toISOString()}. A restored backup deletes it again.\n`;
  try {
    await openPlace(backupUrl).write(nameOfDeletion(new Date(), id), Readable.from([Buffer.from(text)]));
  } catch (error) {
    // An earlier run of this job has written it.
    if (!(error instanceof BackupFault)) throw error;
  }
}

/** The ids of people who have an account, and had deleted it. */
export async function returnedPeople(): Promise<string[]> {
  const { backupUrl } = env();
  const ids = backupUrl === undefined ? [] : deletedIn(await openPlace(backupUrl).list());
  const { rows } = await sql<{ id: string }>`select id from users where id = any(${ids}::uuid[])`.execute(
    db(),
  );
  return rows.map(({ id }) => id);
}
