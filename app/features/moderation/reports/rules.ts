/** What can be reported (db/migrations/0014_moderation.sql). */
export const SUBJECT_KINDS = ["listing", "message", "review", "person", "photo"] as const;
export type SubjectKind = (typeof SUBJECT_KINDS)[number];

/** How urgent a case is, from 1 (a nuisance) to 3 (harm to people or their money). */
export type Severity = 1 | 2 | 3;

/** Every reason to report something, and how urgent it makes the case. */
export const REASONS = {
  scam: 3,
  stolen: 3,
  hateful: 3,
  indecent: 3,
  private: 3,
  insulting: 3,
  prohibited: 2,
  counterfeit: 2,
  impersonation: 2,
  copied: 2,
  untrue: 1,
  advertising: 1,
  other: 1,
} as const satisfies Record<string, Severity>;
export type ReportReason = keyof typeof REASONS;

/** The reasons that are offered for each kind, in this order. */
export const REASONS_OF: Readonly<Record<SubjectKind, readonly ReportReason[]>> = {
  listing: [
    "scam",
    "counterfeit",
    "stolen",
    "prohibited",
    "untrue",
    "copied",
    "hateful",
    "indecent",
    "private",
    "advertising",
    "other",
  ],
  message: ["scam", "insulting", "hateful", "indecent", "private", "advertising", "other"],
  review: ["untrue", "insulting", "hateful", "private", "advertising", "other"],
  person: ["scam", "impersonation", "insulting", "hateful", "indecent", "advertising", "other"],
  photo: ["copied", "indecent", "hateful", "private", "untrue", "other"],
};

/**
 * The signal of a report that a moderator wrote, who noticed something by themself. Other signals are the program's
 * (`../signals/definitions.ts`).
 */
export const BY_STAFF = "staff";

/** Why something was reported: the reason, or what the program noticed. */
export function causeOf({ reason, signal }: { reason: ReportReason; signal: string | null }): string {
  return signal === null || signal === BY_STAFF ? reason : signal;
}

/** Maximum length of a reporter's description, in characters. */
export const WORDS_MAX = 2000;
/** Maximum length of a reporter's proof, such as links, in characters. */
export const PROOF_MAX = 1000;

/** How many messages before and after a reported message moderators see. */
export const CONTEXT = { before: 10, after: 3 } as const;
/** How many characters of each of these messages are kept. */
export const CONTEXT_TEXT_MAX = 1000;

/** Content or a person as it was when it was reported. */
export interface Evidence {
  /** The name of the listing or the person. */
  readonly name: string;
  readonly text: string;
  /** The username of the content's author or owner, or of the reported person. Null: a deleted user. */
  readonly by: string | null;
  /** Keys of photos. */
  readonly photos: readonly string[];
  readonly rating?: number;
  readonly priceCents?: number;
  /** The messages before and after a reported message. `own`: the message is by the same person. */
  readonly context?: readonly { readonly own: boolean; readonly text: string }[];
}

/**
 * The path of the form that reports a person. React Router would take a path that ends in ".data" for a data request.
 */
export function personReportPath(username: string): string {
  return `/report/person/${encodeURIComponent(username).replace(/\.data$/, "%2Edata")}`;
}

/** How many pictures a report may have. */
export const PICTURES_MAX = 3;
