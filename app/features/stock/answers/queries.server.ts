import { sql } from "kysely";
import { isId } from "#app/domain/ids.ts";
import { db, type Queries } from "#app/platform/db.server.ts";
import type { FileQuestions, KeptAnswers } from "./answers.ts";
import { readAnswers } from "./schema.ts";

/** What a seller was asked and has answered about the files of one shape. */
export interface AnswersRow {
  readonly id: string;
  readonly userId: string;
  readonly shape: string;
  /** Of the last of these files. */
  readonly fileName: string;
  /** What that file left open; null if only a browser has read it. */
  readonly questions: FileQuestions | null;
  readonly answers: KeptAnswers;
  /** Null as long as nothing is answered. */
  readonly answeredAt: Date | null;
}

function rowsOf(queries: Queries) {
  return queries
    .selectFrom("stock_answers")
    .select(["id", "user_id as userId", "shape", "file_name as fileName", "answers"])
    .select(["answered_at as answeredAt"])
    .select(sql<FileQuestions | null>`questions`.as("questions"));
}

type StoredRow = Awaited<ReturnType<ReturnType<typeof rowsOf>["execute"]>>[number];

function rowOf({ answers, ...row }: StoredRow): AnswersRow {
  return { ...row, answers: readAnswers(answers) };
}

/** The answers with this id, of any person; null if they do not exist. */
export async function answersRow(id: string, queries: Queries = db()): Promise<AnswersRow | null> {
  if (!isId(id)) return null;
  const row = await rowsOf(queries).where("id", "=", id).executeTakeFirst();
  return row ? rowOf(row) : null;
}

/** What a person has answered about the files of a shape; null if they were asked nothing. */
export async function answersAbout(
  userId: string,
  shape: string | null,
  queries: Queries = db(),
): Promise<AnswersRow | null> {
  if (shape === null) return null;
  const row = await rowsOf(queries)
    .where("user_id", "=", userId)
    .where("shape", "=", shape)
    .executeTakeFirst();
  return row ? rowOf(row) : null;
}

/** All answers of a person, those of the last used files first. */
export async function answersRowsOf(userId: string): Promise<readonly AnswersRow[]> {
  const rows = await rowsOf(db())
    .where("user_id", "=", userId)
    .orderBy("used_at", "desc")
    .orderBy("id", "desc")
    .execute();
  return rows.map(rowOf);
}

/** The feed of a person that has last read a file of a shape; null if none has. */
export async function feedWithShape(userId: string, shape: string, queries: Queries): Promise<string | null> {
  const run = await queries
    .selectFrom("feed_runs")
    .innerJoin("feeds", "feeds.id", "feed_id")
    .select("feed_id")
    .where("user_id", "=", userId)
    .where("shape", "=", shape)
    .orderBy("started_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return run?.feed_id ?? null;
}
