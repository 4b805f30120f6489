import { formatDay } from "#app/domain/format.ts";
import { storedText } from "#app/domain/stored-name.ts";
import type { StaffMember, StaffRole } from "#app/domain/viewer.ts";
import { momentText } from "#app/features/accounts/mail-template.server.ts";
import { m } from "#app/paraglide/messages.js";
import { getLocale } from "#app/paraglide/runtime.js";
import { ACTION_TEXTS, ruleText } from "../cases/texts.server.ts";
import type { LoggedAction } from "../log.server.ts";
import type { allStaff, newestEntries } from "./queries.server.ts";

const ROLES: Readonly<Record<StaffRole, () => string>> = {
  moderator: m.staff_role_moderator,
  operator: m.staff_role_operator,
};

export function roleText(role: string): string {
  return storedText(ROLES, role);
}

/** The viewer's own role is marked, because they cannot change it. */
export function presentStaff(rows: Awaited<ReturnType<typeof allStaff>>, viewer: StaffMember) {
  return rows.map((row) => ({
    username: row.username,
    role: roleText(row.role),
    since: formatDay(row.granted_at, getLocale()),
    active: row.two_factor_enabled,
    own: row.user_id === viewer.id,
  }));
}

/** The words that are inserted into a sentence. `person` is a username, or the id of what the entry is about. */
type Names = { readonly person: string; readonly role: string; readonly what: string; readonly rule: string };

const SENTENCES: Readonly<Record<LoggedAction, (names: Names) => string>> = {
  role_granted: ({ person, role }) => m.staff_log_role_granted({ person, role }),
  role_taken: ({ person, role }) => m.staff_log_role_taken({ person, role }),
  case_opened: ({ person }) => m.staff_log_case_opened({ id: person }),
  case_started: ({ person }) => m.staff_log_case_started({ id: person }),
  evidence_opened: ({ person }) => m.staff_log_evidence_opened({ id: person }),
  case_claimed: ({ person }) => m.staff_log_case_claimed({ id: person }),
  case_released: ({ person }) => m.staff_log_case_released({ id: person }),
  case_handed_on: ({ person }) => m.staff_log_case_handed_on({ id: person }),
  note_added: ({ person }) => m.staff_log_note_added({ id: person }),
  question_asked: ({ person }) => m.staff_log_question_asked({ id: person }),
  template_changed: ({ rule }) => m.staff_log_template_changed({ rule }),
  decided: ({ person, what }) => m.staff_log_decided({ id: person, what }),
  suspension_proposed: ({ person }) => m.staff_log_suspension_proposed({ id: person }),
  suspension_confirmed: ({ person }) => m.staff_log_suspension_confirmed({ id: person }),
  suspension_dropped: ({ person }) => m.staff_log_suspension_dropped({ id: person }),
  appeal_decided: ({ person }) => m.staff_log_appeal_decided({ id: person }),
  complaint_decided: ({ person }) => m.staff_log_complaint_decided({ id: person }),
  person_found: ({ person }) => m.staff_log_person_found({ person }),
  person_opened: ({ person }) => m.staff_log_person_opened({ person }),
  conversation_opened: ({ person }) => m.staff_log_conversation_opened({ id: person }),
  verification_sent: ({ person }) => m.staff_log_verification_sent({ person }),
  factor_reset_asked: ({ person }) => m.staff_log_factor_reset_asked({ person }),
  factor_reset_stopped: ({ person }) => m.staff_log_factor_reset_stopped({ person }),
  factor_reset: ({ person }) => m.staff_log_factor_reset({ person }),
  job_retried: ({ person }) => m.staff_log_job_retried({ id: person }),
  settings_changed: () => m.staff_log_settings_changed(),
  review_quoted: ({ person }) => m.staff_log_review_quoted({ id: person }),
};

/** Entries of the log of staff as sentences. They show the id of a person whose account was deleted. */
export function presentEntries(rows: Awaited<ReturnType<typeof newestEntries>>) {
  return rows.map((row) => {
    const facts = row.facts as {
      readonly role?: string;
      readonly action?: string;
      readonly rule?: string | null;
    };
    const person = row.subject ?? row.subject_id ?? "";
    return {
      id: row.id,
      at: momentText(row.logged_at, { locale: getLocale() }),
      by: row.actor ?? row.actor_id ?? m.staff_log_console(),
      text: storedText(SENTENCES, row.action, {
        person,
        role: facts.role === undefined ? "" : roleText(facts.role),
        rule: facts.rule ? ruleText(facts.rule) : "",
        what: facts.action === undefined ? "" : storedText(ACTION_TEXTS, facts.action),
      }),
    };
  });
}
