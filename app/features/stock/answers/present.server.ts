import { can } from "#app/domain/policies.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import { datedRates } from "#app/platform/rates.server.ts";
import { fileProfile } from "../profiles/list.ts";
import { agreedRates, stillWaiting, type Waiting, waitingFor } from "./answers.ts";
import { type AnswersRow, answersAbout, answersRow, answersRowsOf } from "./queries.server.ts";
import type { AnswersDetails, AnswersView } from "./view.ts";

async function presentAnswers(row: AnswersRow): Promise<AnswersView> {
  const { id, shape, fileName, questions, answers, answeredAt } = row;
  const rates = agreedRates(await datedRates(), answeredAt, new Date());
  const { name: system } = fileProfile(shape.split(":")[0] ?? "");
  return {
    id,
    shape,
    title: system ? `${system}, ${fileName}` : fileName,
    answers,
    answeredAt: answeredAt?.toISOString() ?? null,
    waiting: questions ? stillWaiting(waitingFor(questions, answers, rates), questions.waited) : [],
  };
}

/** Everything that a person was asked and has answered about their files, the last used first. */
export async function answersOfSeller(viewer: Viewer): Promise<readonly AnswersView[]> {
  const rows = await answersRowsOf(viewer.id);
  return Promise.all(rows.map(presentAnswers));
}

/** Null if the viewer has no such answers. */
export async function answersDetails(viewer: Viewer, id: string): Promise<AnswersDetails | null> {
  const row = await answersRow(id);
  if (!row || !can(viewer, "view", { kind: "answers", userId: row.userId })) return null;
  return { ...(await presentAnswers(row)), questions: row.questions };
}

/**
 * What of a person's files of a shape waits for an answer; null if nothing does.
 * @param left what waited when a file was read
 */
export async function openQuestions(
  userId: string,
  shape: string | null,
  left: readonly Waiting[],
): Promise<AnswersView | null> {
  const row = await answersAbout(userId, shape);
  const view = row && (await presentAnswers(row));
  if (!view) return null;
  const waiting = stillWaiting(view.waiting, left);
  return waiting.length > 0 ? { ...view, waiting } : null;
}
