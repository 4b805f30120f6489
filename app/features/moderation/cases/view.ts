import { href } from "react-router";
import type { CaseStep } from "#app/domain/case-process.ts";
import type { NoteView } from "../notes/ui/notes.tsx";
import type { QuestionView } from "../questions/ui/questions.tsx";
import type { SubjectKind } from "../reports/rules.ts";
import type { Action, MeasureBeside, Rule, Suspension } from "./rules.ts";

export interface CaseRowView {
  readonly id: string;
  readonly path: string;
  readonly kind: string;
  readonly name: string;
  readonly by: string;
  readonly severity: number;
  readonly severityText: string;
  readonly ago: string;
  readonly reports: number;
  /** The name of the moderator who works on the case now, or null. */
  readonly claimer: string | null;
  readonly waiting: boolean;
  /** Whether a question of moderators waits for its answer. */
  readonly asked: boolean;
  readonly closed: boolean;
}

export interface StatementView {
  readonly title: string;
  readonly lead: string;
  readonly facts: readonly (readonly [label: string, value: string])[];
  readonly words: string;
  readonly how: string;
}

/** A statement that is not made yet, as its reader will see it. */
export interface StatementPreview extends StatementView {
  readonly lang: string;
  /** The name of its language. */
  readonly language: string;
  readonly mail: { readonly subject: string; readonly text: string };
}

interface EvidenceView {
  readonly name: string;
  readonly text: string;
  readonly by: string;
  readonly rating: number | null;
  readonly price: string | null;
  readonly context: readonly { readonly own: boolean; readonly text: string }[];
  /** URLs of pictures. */
  readonly photos: readonly string[];
}

interface ReportView {
  readonly id: string;
  readonly by: string;
  readonly reason: string;
  readonly words: string;
  readonly proof: string;
  readonly pictures: readonly string[];
  readonly at: string;
}

export interface DecisionView {
  readonly id: string;
  readonly casePath: string;
  readonly about: string;
  readonly action: string;
  readonly rule: string | null;
  readonly words: string;
  readonly until: string | null;
  readonly by: string;
  readonly at: string;
  readonly waiting: boolean;
  readonly reversed: boolean;
  readonly appeal: string | null;
  readonly appealOpen: boolean;
  /** Why the viewer may not answer the appeal, or null. */
  readonly appealFault: "case_second" | "case_own" | null;
  readonly answer: string | null;
}

/** The complaint of a reporter about a decision. */
export interface ComplaintView {
  /** The id of the report. */
  readonly report: string;
  readonly by: string;
  readonly words: string;
  readonly open: boolean;
  /** Why the viewer may not answer it, or null. */
  readonly fault: "case_second" | "case_own" | null;
  /** Null: not answered. */
  readonly outcome: string | null;
  readonly answer: string | null;
  /** In which language moderators should write to the reporter, as a sentence. */
  readonly languageHint: string;
}

interface ListingLink {
  readonly path: string;
  readonly name: string;
  readonly by: string;
  /** Where a moderator opens a case about it. */
  readonly newCase: string;
}

/** What else a moderator may need to know of the person of a case. */
export interface AtHandView {
  readonly listings: readonly (Omit<ListingLink, "by"> & { readonly id: string; readonly price: string })[];
  readonly messages: readonly { readonly path: string; readonly text: string; readonly reason: string }[];
  readonly devices: readonly { readonly name: string; readonly used: string }[];
  readonly newCase: string;
}

interface PersonView {
  readonly username: string;
  readonly path: string;
  readonly since: string;
  readonly facts: string;
  readonly suspended: boolean;
  /** "Language: Dutch" */
  readonly language: string;
  /** In which language moderators should write to them, as a sentence. */
  readonly languageHint: string;
  /** In which language the texts of rules are. */
  readonly templateHint: string;
}

interface Choice<Value extends string> {
  readonly value: Value;
  readonly label: string;
}

export interface CaseView extends CaseRowView {
  /** The steps that the viewer can take by a button. */
  readonly steps: readonly CaseStep[];
  /** Whether the viewer can decide it. */
  readonly decides: boolean;
  /** What they read above the buttons, or null. */
  readonly notice: string | null;
  /** The path of the page of the reported listing or person, or null. */
  readonly now: string | null;
  readonly evidence: EvidenceView | null;
  readonly reportList: readonly ReportView[];
  readonly decisions: readonly DecisionView[];
  readonly complaints: readonly ComplaintView[];
  readonly otherCases: readonly CaseRowView[];
  readonly samePhotoListings: readonly ListingLink[];
  readonly atHand: AtHandView | null;
  readonly notes: readonly NoteView[];
  readonly questions: readonly QuestionView[];
  /** Whom the viewer can ask, and to whom they can hand the case on. */
  readonly askable: readonly Choice<string>[];
  readonly receivers: readonly Choice<string>[];
  /** The texts of rules in the member's language. */
  readonly templates: Readonly<Record<Rule, string>>;
  readonly person: PersonView | null;
  readonly actions: readonly Choice<Action>[];
  /** The measures on the person beside one on content; none when there is no content, or no person. */
  readonly besides: readonly Choice<MeasureBeside>[];
  readonly rules: readonly Choice<Rule>[];
  readonly suspensions: readonly Choice<Suspension>[];
}

/** The path where a moderator opens a case about something that nobody reported. */
export function newCasePath(kind: SubjectKind, subject: string): string {
  return `${href("/moderation/cases/new")}?${new URLSearchParams({ kind, subject })}`;
}
