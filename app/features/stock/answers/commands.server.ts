import { sql, type Transaction } from "kysely";
import { isId } from "#app/domain/ids.ts";
import { can } from "#app/domain/policies.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import { db } from "#app/platform/db.server.ts";
import type { DB } from "#app/platform/db-types.ts";
import { limit } from "#app/platform/rate-limit.server.ts";
import { datedRates } from "#app/platform/rates.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import {
  type FileQuestions,
  hasAnswers,
  isOldRate,
  type KeptAnswers,
  mergedCurrencies,
  typedRate,
  withCurrenciesOf,
} from "./answers.ts";
import { type AnswersRow, answersAbout, answersRow, feedWithShape } from "./queries.server.ts";
import type { GivenAnswers } from "./schema.ts";

/** Of one seller. Those that were used longest ago are forgotten. */
export const MAX_SHAPES = 20;

/** Milliseconds, as JavaScript reads them: a run of a feed compares this moment with the one that it has noted. */
const ANSWERED_NOW = sql<Date>`date_trunc('milliseconds', clock_timestamp())`;

interface OfShape {
  readonly shape: string;
  readonly fileName: string;
}

function inTurn<Result>(userId: string, work: (trx: Transaction<DB>) => Promise<Result>): Promise<Result> {
  return db()
    .transaction()
    .execute(async (trx) => {
      // Locks the person, so that concurrent files cannot exceed MAX_SHAPES.
      await sql`select from profiles where id = ${userId} for no key update`.execute(trx);
      return work(trx);
    });
}

async function forgetOldest(trx: Transaction<DB>, userId: string): Promise<void> {
  await sql`
    delete from stock_answers where id in (
      select id from stock_answers where user_id = ${userId} order by used_at desc, id desc offset ${MAX_SHAPES}
    )
  `.execute(trx);
}

/**
 * Keeps what a person has answered about a file that their browser has read; without any answer, forgets what they had. What
 * they have answered about other currencies meanwhile, on another page, stays unless they start over.
 */
export async function keepAnswers(
  viewer: Viewer,
  { shape, fileName }: OfShape,
  sent: KeptAnswers,
  startsOver: boolean,
): Promise<void> {
  await limit("stock_write", viewer.id);
  const isAgain = await agreesToOldRate(sent);
  await inTurn(viewer.id, async (trx) => {
    const stored = startsOver ? null : await answersAbout(viewer.id, shape, trx);
    const answers = stored ? withCurrenciesOf(stored.answers, sent) : sent;
    if (!hasAnswers(answers)) {
      const { numDeletedRows } = await trx
        .deleteFrom("stock_answers")
        .where("user_id", "=", viewer.id)
        .where("shape", "=", shape)
        .executeTakeFirst();
      if (numDeletedRows > 0n) await readAgain(trx, viewer.id, shape);
      return;
    }
    const { rows } = await sql`
        insert into stock_answers (user_id, shape, file_name, answers, answered_at)
        values (${viewer.id}, ${shape}, ${fileName}, ${JSON.stringify(answers)}, ${ANSWERED_NOW})
        on conflict (user_id, shape) do update set file_name = excluded.file_name, answers = excluded.answers,
          answered_at = excluded.answered_at, used_at = now()
        where stock_answers.answers is distinct from excluded.answers or ${isAgain}
        returning id
      `.execute(trx);
    if (rows.length > 0) await readAgain(trx, viewer.id, shape);
    else await touch(trx, viewer.id, { shape, fileName });
    await forgetOldest(trx, viewer.id);
  });
}

/** Whether the person has just agreed to a rate that others are only converted by for a while (`agreedRates`). */
async function agreesToOldRate({ currencies = {} }: KeptAnswers): Promise<boolean> {
  const now = new Date();
  return (await datedRates()).some((rate) => currencies[rate.currency] === "rate" && isOldRate(rate, now));
}

/** Notes that a file of this shape was used. */
async function touch(trx: Transaction<DB>, userId: string, { shape, fileName }: OfShape): Promise<void> {
  await sql`
    update stock_answers set file_name = ${fileName}, used_at = now() where user_id = ${userId} and shape = ${shape}
  `.execute(trx);
}

/** Notes what a file left open that the server has read, for the form of its seller's answers. */
export async function noteQuestions(
  userId: string,
  { shape, fileName }: OfShape,
  questions: FileQuestions,
): Promise<void> {
  await inTurn(userId, async (trx) => {
    await sql`
      insert into stock_answers (user_id, shape, file_name, questions)
      values (${userId}, ${shape}, ${fileName}, ${JSON.stringify(questions)})
      on conflict (user_id, shape) do update set file_name = excluded.file_name, questions = excluded.questions,
        used_at = now()
    `.execute(trx);
    await forgetOldest(trx, userId);
  });
}

/** Feeds whose file was read with other answers read it again, though it is the same. */
async function readAgain(trx: Transaction<DB>, userId: string, shape: string): Promise<void> {
  await sql`
    update feeds set etag = null, last_modified = null, digest = null
    where user_id = ${userId} and exists (select from feed_runs where feed_id = feeds.id and shape = ${shape})
  `.execute(trx);
}

function changing<Result>(
  viewer: Viewer,
  id: string,
  change: (trx: Transaction<DB>, row: AnswersRow) => Promise<Result>,
): Promise<Result> {
  if (!isId(id)) throw new Refused("answers_gone");
  return inTurn(viewer.id, async (trx) => {
    await sql`select from stock_answers where id = ${id} for update`.execute(trx);
    const row = await answersRow(id, trx);
    if (!row || !can(viewer, "change", { kind: "answers", userId: row.userId }))
      throw new Refused("answers_gone");
    const changed = await change(trx, row);
    await readAgain(trx, viewer.id, row.shape);
    return changed;
  });
}

/**
 * Changes what a person has answered. What the form does not ask stays: columns, and questions that only another file has.
 * @returns the feed that has last read such a file; null if none has
 * @throws Refused "too_often", "answers_gone"
 */
export async function changeAnswers(viewer: Viewer, id: string, given: GivenAnswers): Promise<string | null> {
  await limit("stock_write", viewer.id);
  return changing(viewer, id, async (trx, { shape, answers: before, questions }) => {
    const { condition, type, currency, way, rate, shown } = given;
    const price = questions?.prices.find(({ columns: [first] }) => first === given.price)?.columns;
    const withUnavailable = given.withUnavailable === "on";
    const currencies = currency.map((code, at) => {
      const chosen = way[at] ?? "";
      return [code, chosen === "own" ? typedRate(rate[at] ?? "") : chosen || undefined] as const;
    });
    const changed = currencies.filter(([code, answer]) => answer !== shown.currencies?.[code]);
    // JSON has nothing for what is undefined.
    const answers = {
      ...before,
      ...(price && price[0] !== shown.price?.[0] && { price }),
      currencies: mergedCurrencies(Object.fromEntries(changed), before.currencies),
      ...(condition !== (shown.condition ?? "") && { condition: condition || undefined }),
      ...(type !== (shown.type ?? "") && { type: type || undefined }),
      ...(withUnavailable !== (shown.withUnavailable ?? false) && {
        withUnavailable: withUnavailable || undefined,
      }),
    };
    await sql`
      update stock_answers set answers = ${JSON.stringify(answers)}, answered_at = ${ANSWERED_NOW}, used_at = now()
      where id = ${id}
    `.execute(trx);
    return feedWithShape(viewer.id, shape, trx);
  });
}

/** @throws Refused "too_often", "answers_gone" */
export async function forgetAnswers(viewer: Viewer, id: string): Promise<void> {
  await limit("stock_write", viewer.id);
  await changing(viewer, id, (trx) => trx.deleteFrom("stock_answers").where("id", "=", id).execute());
}
