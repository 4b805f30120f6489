import { can } from "#app/domain/policies.ts";
import { hasName } from "#app/domain/stored-name.ts";
import { DAY_MS } from "#app/domain/time.ts";
import type { SubjectKind } from "../reports/rules.ts";

/** What moderators can decide (db/migrations/0014_moderation.sql). */
export const DECISIONS = ["dismiss", "hide", "remove", "warn", "suspend"] as const;
export type Action = (typeof DECISIONS)[number];

const OF_CONTENT = DECISIONS;

/** What can be decided about each kind. A person cannot be hidden; the person is suspended. */
const DECISIONS_OF: Readonly<Record<SubjectKind, readonly Action[]>> = {
  listing: OF_CONTENT,
  message: OF_CONTENT,
  review: OF_CONTENT,
  photo: OF_CONTENT,
  person: ["dismiss", "warn", "suspend"],
};

/** What can be decided about a stored kind: nothing about one that only a newer version has. */
export function decisionsOf(kind: string): readonly Action[] {
  return hasName(DECISIONS_OF, kind) ? DECISIONS_OF[kind] : [];
}

/** The measure on the person that a decision may have beside `hide` or `remove`. */
export const MEASURES_BESIDE = ["warn", "suspend"] as const;
export type MeasureBeside = (typeof MEASURES_BESIDE)[number];

/** What a decision does to content and to the person. */
export interface Measures {
  readonly action: Action;
  readonly also?: MeasureBeside | null | undefined;
}

/** Whether a decision acts on content, so that it can have a measure on the person beside. */
export function isOnContent(action: Action | undefined): action is "hide" | "remove" {
  return action === "hide" || action === "remove";
}

/** Whether a decision suspends the person. */
export function suspends({ action, also }: Measures): boolean {
  return action === "suspend" || also === "suspend";
}

/** Whether this version can do and undo a stored decision: a newer one may have stored another measure. */
export function isEnforceable({ action, also }: Measures, kind: string): boolean {
  return decisionsOf(kind).includes(action) && (!also || MEASURES_BESIDE.includes(also));
}

/** The rules of the shop. A decision says which of them was broken. */
export const RULES = [
  "fraud",
  "counterfeit",
  "stolen",
  "prohibited",
  "harassment",
  "hate",
  "indecent",
  "privacy",
  "impersonation",
  "rights",
  "misleading",
  "spam",
] as const;
export type Rule = (typeof RULES)[number];

/** How many days a suspension lasts. "ever" is a permanent one. */
export const SUSPENSIONS = ["7", "30", "90", "ever"] as const;
export type Suspension = (typeof SUSPENSIONS)[number];

/** Whether a decision waits for a second moderator, as a whole: only one with a permanent suspension does. */
export function needsSecond(measures: Measures, suspension: Suspension | undefined): boolean {
  return suspends(measures) && suspension === "ever";
}

/** Maximum length of a moderator's text to a person, and of an appeal, in characters. */
export const DECISION_WORDS_MAX = 2000;

/** After this time without a decision, another moderator may take a case over. */
export const CLAIM_MINUTES = 60;

/** How many cases one decision decides at most. */
export const TOGETHER_MAX = 50;

/** How many days an appeal is possible (Digital Services Act, Art. 20: at least six months). */
export const APPEAL_DAYS = 183;

/** Removed content is deleted after this many days: a week after the last possible appeal. */
export const REMOVED_DAYS = APPEAL_DAYS + 7;
/** The e-mail address of a signed-out reporter is deleted this many days after they were told the outcome. */
export const REPORTER_DAYS = 30;
/**
 * The texts of a case are deleted this many days after it was closed, or later if an appeal waits or a suspension
 * lasts. Until then moderators see them, to recognize repeated misuse.
 */
export const CASE_TEXT_DAYS = 365;
/** The whole case is deleted this many days after it was closed, or later as above. The yearly counts need it. */
export const CASE_DAYS = 2 * 365;

export interface Standing {
  readonly inForceAt: Date | null;
  readonly reversedAt: Date | null;
  readonly appealed: boolean;
}

/** The people of a decision, by their ids. */
export interface DecisionPeople {
  readonly decided_by: string | null;
  readonly confirmed_by: string | null;
  readonly person_id: string | null;
}

/** Why a moderator may not answer an appeal against a decision, or null. */
export function appealAnswerFault(
  moderator: { readonly id: string },
  { decided_by, confirmed_by, person_id: userId }: DecisionPeople,
): "case_second" | "case_own" | null {
  const deciders = [decided_by, confirmed_by];
  if (!can(moderator, "answer", { kind: "case", deciders })) return "case_second";
  return can(moderator, "judge", { kind: "case", userId }) ? null : "case_own";
}

/** Why a moderator may not answer a complaint: also their own complaints are for others. Null: they may. */
export function complaintAnswerFault(
  moderator: { readonly id: string },
  people: DecisionPeople & { readonly reporter_id: string | null },
): "case_second" | "case_own" | null {
  const isReporter = !can(moderator, "judge", { kind: "case", userId: people.reporter_id });
  return isReporter ? "case_own" : appealAnswerFault(moderator, people);
}

/** Whether a decision can be appealed now: once, while it is in force and not too old. */
export function mayAppeal({ inForceAt, reversedAt, appealed }: Standing, now: Date): boolean {
  if (inForceAt === null || reversedAt !== null || appealed) return false;
  return now.getTime() - inForceAt.getTime() < APPEAL_DAYS * DAY_MS;
}
