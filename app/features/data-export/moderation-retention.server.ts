import { sql } from "kysely";
import type { DB } from "#app/platform/db-types.ts";
import { photoFiles, subject } from "./fragments.server.ts";
import type { RetentionRule } from "./retention-rule.ts";

/** The part of `RETENTION` about what staff receive, read and decide. */
export const MODERATION_RETENTION: {
  readonly [Table in keyof DB]?: RetentionRule<Extract<keyof DB[Table], string>>;
} = {
  factor_resets: {
    onDelete: { user_id: "cascade", asked_by: "set null" },
    field: "secondFactorResets",
    of: ["user_id"],
    without: ["id"],
  },
  // A case and its reports stay, because others may need them; they no longer name the person.
  reports: {
    onDelete: { reporter_id: "set null" },
    field: "reports",
    names: { created_at: "reportedAt" },
    without: ["case_id", "evidence", "signal"],
    add: () => ({
      ...subject,
      pictures: photoFiles(sql`photos.user_id = reporter_id and photos.key = any(pictures)`),
    }),
  },
  cases: {
    onDelete: { person_id: "set null", claimed_by: "set null" },
    notExported: "reports by others about the person's content; the person is notified of decisions",
  },
  case_notes: {
    onDelete: { author_id: "set null" },
    notExported:
      "what moderators write to each other about a case, also about others; the person reads the decision",
  },
  case_questions: {
    onDelete: { asked_by: "set null" },
    field: "questions",
    where: (userId) => sql`(case when report_id is null
      then exists (select from cases where id = case_id and person_id = ${userId})
      else exists (select from reports where id = report_id and reporter_id = ${userId}) end)`,
    without: ["case_id", "id", "report_id"],
    add: () => subject,
  },
  decisions: {
    onDelete: { person_id: "set null", decided_by: "set null", confirmed_by: "set null" },
    field: "decisions",
    of: ["person_id"],
    // A decision that waits for a second moderator may never come into force.
    where: () => sql`in_force_at is not null and action <> 'dismiss'`,
    names: { in_force_at: "decidedAt" },
    without: ["case_id", "decided_at", "deleted_at"],
    add: () => subject,
  },
  appeals: {
    onDelete: { decided_by: "set null" },
    inside: { table: "decisions", by: "decision_id" },
    field: "appeals",
    key: ["decision_id"],
    names: { created_at: "appealedAt" },
  },
  complaints: {
    onDelete: { decided_by: "set null" },
    inside: { table: "reports", by: "report_id" },
    field: "complaints",
    key: ["report_id"],
    names: { created_at: "complainedAt" },
    without: ["decision_id"],
  },
  conversation_views: {
    onDelete: { moderator_id: "set null" },
    notExported:
      "both people are told, and `notifications` have it; which conversation it was could say who reported",
  },
};
