import type { StaffMember } from "#app/domain/viewer.ts";
import { getLocale } from "#app/paraglide/runtime.js";
import { db } from "#app/platform/db.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { addReport } from "../reports/commands.server.ts";
import { type Subject, subjectForStaff } from "../reports/queries.server.ts";
import { BY_STAFF, REASONS } from "../reports/rules.ts";
import { decideCase } from "./commands.server.ts";
import { caseById, openCaseAbout } from "./queries.server.ts";
import type { DecisionInput } from "./schema.ts";
import { type DecidedTogether, decideTogether } from "./together.server.ts";

/**
 * Decides a case, and in the same way further listings of its person: for each, a case is opened unless there is one.
 * The measure on the person belongs to the first decision alone.
 * @param listings the ids of these listings
 * @throws Refused as `decideCase`; "error_4xx_message" (a listing of another person)
 */
export async function decideWithListings(
  actor: StaffMember,
  id: string,
  input: DecisionInput,
  listings: readonly string[],
): Promise<{ readonly outcome: "decided" | "waiting"; readonly others: DecidedTogether | null }> {
  // They are read before a suspension hides them.
  const subjects = await subjectsIn(id, listings);
  const outcome = await decideCase(actor, id, input);
  if (subjects.length === 0) return { outcome, others: null };
  const cases: string[] = [];
  for (const subject of subjects) cases.push(await openedCase(subject));
  const { also: _, suspension: __, ...onContent } = input;
  return { outcome, others: await decideTogether(actor, cases, onContent) };
}

async function subjectsIn(id: string, listings: readonly string[]): Promise<Subject[]> {
  if (listings.length === 0) return [];
  const row = await caseById(id);
  const subjects = await Promise.all(listings.map((listing) => subjectForStaff("listing", listing)));
  // The form has only listings of the person whom the case is about.
  const theirs = subjects.filter(({ personId }) => personId !== null && personId === row?.person_id);
  if (theirs.length < subjects.length) throw new Refused("error_4xx_message");
  return subjects;
}

function openedCase(subject: Subject): Promise<string> {
  return db()
    .transaction()
    .execute(async (trx) => {
      await addReport(trx, subject, REASONS.other, {
        signal: BY_STAFF,
        language: getLocale(),
        reason: "other",
      });
      const id = await openCaseAbout(subject, trx);
      if (!id) throw new Error("A case was neither found nor opened.");
      return id;
    });
}
