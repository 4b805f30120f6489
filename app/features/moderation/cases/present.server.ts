import { href } from "react-router";
import { CASE, CASE_STEPS, type CaseFacts } from "#app/domain/case-process.ts";
import { listingPathOf } from "#app/domain/categories/registry.ts";
import { formatAgo, formatDay, formatLanguage, formatList, formatPrice } from "#app/domain/format.ts";
import { possibleSteps } from "#app/domain/process.ts";
import { storedText } from "#app/domain/stored-name.ts";
import { sellerPath } from "#app/domain/username.ts";
import { mailLocale, momentText } from "#app/features/accounts/mail-template.server.ts";
import { m } from "#app/paraglide/messages.js";
import { getLocale } from "#app/paraglide/runtime.js";
import type { NoteView } from "../notes/ui/notes.tsx";
import type { QuestionView } from "../questions/ui/questions.tsx";
import { BY_STAFF, causeOf, type Evidence } from "../reports/rules.ts";
import { KIND_TEXTS } from "../reports/texts.server.ts";
import type { PersonRow, SamePhotoRow } from "./background.server.ts";
import { presentComplaint } from "./present-sent.server.ts";
import { type CaseRow, caseFacts, type DecisionRow, type ReportRow } from "./queries.server.ts";
import {
  type Action,
  appealAnswerFault,
  decisionsOf,
  isOnContent,
  MEASURES_BESIDE,
  RULES,
  SUSPENSIONS,
} from "./rules.ts";
import type { SentReportRow } from "./sent-reports.server.ts";
import {
  ACTION_TEXTS,
  causeText,
  RULE_TEXTS,
  ruleText,
  SUSPENSION_TEXTS,
  severityText,
} from "./texts.server.ts";
import { type AtHandView, type CaseRowView, type CaseView, type DecisionView, newCasePath } from "./view.ts";

export function presentCase(row: CaseRow, now: Date): CaseRowView {
  return {
    id: row.id,
    path: href("/moderation/cases/:id", { id: row.id }),
    kind: storedText(KIND_TEXTS, row.subject_kind),
    // The name is empty after its retention period, or when the person has deleted their account.
    name: row.evidence?.name || m.case_cleared(),
    by: row.username ?? m.account_deleted_user(),
    severity: row.severity,
    severityText: severityText(row.severity),
    ago: formatAgo(row.opened_at, now, getLocale()),
    reports: row.reports,
    claimer: row.claimed_by === null ? null : row.claimer,
    waiting: row.waiting,
    asked: row.asked,
    closed: row.state === "closed",
  };
}

function presentEvidence(caseId: string, evidence: Evidence) {
  const { name, text, by, rating, priceCents, context = [] } = evidence;
  return {
    name,
    text,
    by: by ?? m.account_deleted_user(),
    rating: rating ?? null,
    price: priceCents === undefined ? null : formatPrice(priceCents, getLocale()),
    context: context.map(({ own, text }) => ({ own, text })),
    photos: evidence.photos.map((_, nth) =>
      href("/moderation/cases/:id/photos/:nth", { id: caseId, nth: String(nth) }),
    ),
  };
}

/** Who reported something, for moderators. */
export function reporterOf({
  reporter,
  anonymous,
  signal,
}: Pick<ReportRow, "reporter" | "anonymous" | "signal">): string {
  if (reporter !== null) return reporter;
  if (signal !== null) return signal === BY_STAFF ? m.case_reporter_staff() : m.case_reporter_signal();
  return anonymous ? m.case_reporter_anonymous() : m.account_deleted_user();
}

function presentReport(row: ReportRow) {
  return {
    id: row.id,
    by: reporterOf(row),
    reason: causeText(causeOf(row)),
    words: row.words,
    proof: row.proof,
    pictures: row.pictures.map((_, nth) =>
      href("/moderation/reports/:id/pictures/:nth", { id: row.id, nth: String(nth) }),
    ),
    at: momentText(row.created_at, { locale: getLocale() }),
  };
}

function presentDecision(row: DecisionRow, viewerId: string): DecisionView {
  const locale = getLocale();
  return {
    id: row.id,
    casePath: href("/moderation/cases/:id", { id: row.case_id }),
    about: `${storedText(KIND_TEXTS, row.subject_kind)}: ${row.name}`,
    action: [row.action, row.also]
      .flatMap((each) => (each ? storedText(ACTION_TEXTS, each) : []))
      .join(" · "),
    rule: row.rule === null ? null : ruleText(row.rule),
    words: row.words,
    until: row.until === null ? null : formatDay(row.until, locale),
    by: row.decider ?? m.account_deleted_user(),
    at: momentText(row.decided_at, { locale }),
    waiting: row.in_force_at === null,
    reversed: row.reversed_at !== null,
    appeal: row.appeal,
    appealOpen: row.appealed_at !== null && row.appeal_decided_at === null,
    appealFault: appealAnswerFault({ id: viewerId }, row),
    answer: row.answer,
  };
}

interface Gathered {
  readonly row: CaseRow;
  readonly reports: readonly ReportRow[];
  readonly decisions: readonly DecisionRow[];
  readonly complaints: readonly SentReportRow[];
  readonly otherCases: readonly CaseRow[];
  readonly samePhotoListings: readonly SamePhotoRow[];
  readonly person: PersonRow | null;
  readonly viewerId: string;
  readonly atHand: AtHandView | null;
  readonly notes: readonly NoteView[];
  readonly questions: readonly QuestionView[];
  readonly askable: CaseView["askable"];
  readonly receivers: readonly { readonly username: string }[];
  readonly templates: CaseView["templates"];
}

/** The path of the page of a reported listing or person. Null for other content and for a deleted person. */
function pathNow({
  subject_kind: kind,
  subject_id: id,
  listing_type: type,
  username,
}: CaseRow): string | null {
  if (kind === "listing" && type !== null) return listingPathOf(type, id);
  return kind === "person" && username !== null ? sellerPath(username) : null;
}

/** What a moderator reads above the buttons of a case. Null: nothing. */
function noticeOf({ claimer }: CaseRow, { state, own, second, free }: CaseFacts): string | null {
  if (state === "closed") return m.case_is_closed();
  if (own) return m.case_own();
  if (state === "waiting") return second ? m.case_waits_for_you() : m.case_waits_for_another();
  return free ? null : m.case_claimed({ name: claimer ?? "" });
}

export function presentWholeCase({
  row,
  reports,
  decisions,
  complaints,
  otherCases,
  samePhotoListings,
  person,
  viewerId,
  receivers,
  ...rest
}: Gathered): CaseView {
  const moment = new Date();
  const [first] = reports;
  const facts = caseFacts(row, { id: viewerId });
  const choices = presentDecisionChoices(decisionsOf(row.subject_kind));
  const language = person && formatLanguage(mailLocale(person).locale, getLocale());
  return {
    ...presentCase(row, moment),
    ...rest,
    receivers: receivers.map(({ username }) => ({ value: username, label: username })),
    steps: possibleSteps(CASE, CASE_STEPS, facts, "moderator"),
    decides: choices.actions.length > 0 && possibleSteps(CASE, ["decide"], facts, "moderator").length > 0,
    notice: noticeOf(row, facts),
    now: pathNow(row),
    evidence: first ? presentEvidence(row.id, first.evidence) : null,
    reportList: reports.map(presentReport),
    decisions: decisions.map((one) => presentDecision(one, viewerId)),
    complaints: complaints.map((one) => presentComplaint(one, viewerId)),
    otherCases: otherCases.map((one) => presentCase(one, moment)),
    samePhotoListings: samePhotoListings.map(({ type, id, name, username }) => ({
      path: listingPathOf(type, id),
      name,
      by: username,
      newCase: newCasePath("listing", id),
    })),
    person: person && {
      username: person.username,
      path: href("/moderation/people/:username", { username: person.username }),
      since: formatDay(person.created_at, getLocale()),
      facts: m.case_person_facts({ listings: person.listings, sales: person.sales, cases: person.reported }),
      suspended: person.suspended,
      language: m.case_language({ language: language ?? "" }),
      languageHint: m.decision_language({ language: language ?? "" }),
      templateHint: m.decision_template_hint({ language: language ?? "" }),
    },
    ...choices,
    // A deleted account can be neither warned nor suspended.
    besides: row.person_id === null ? [] : choices.besides,
  };
}

/** In which languages the members of several cases read the words of a decision, as a sentence. Null: nobody reads them. */
export function presentLanguages(languages: readonly (string | null)[]): string | null {
  const read = new Set(languages.map((language) => mailLocale({ language }).locale));
  const [first, ...others] = [...read].map((language) => formatLanguage(language, getLocale()));
  if (first === undefined) return null;
  return others.length === 0
    ? m.decision_language({ language: first })
    : m.together_languages({ languages: formatList([first, ...others], getLocale()) });
}

/** What a moderator chooses from in the form of a decision. */
export function presentDecisionChoices(actions: readonly Action[]) {
  const besides = actions.some(isOnContent) ? MEASURES_BESIDE : [];
  return {
    actions: actions.map((value) => ({ value, label: ACTION_TEXTS[value]() })),
    besides: besides.map((value) => ({ value, label: ACTION_TEXTS[value]() })),
    rules: RULES.map((value) => ({ value, label: RULE_TEXTS[value]() })),
    suspensions: SUSPENSIONS.map((value) => ({ value, label: SUSPENSION_TEXTS[value]() })),
  };
}
