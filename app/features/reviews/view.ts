import type { ReportReason } from "./rules.ts";

/** A review as whoever may read it sees it. */
export interface ReviewView {
  readonly id: string;
  readonly rating: number;
  readonly comment: string;
  readonly by: string;
  /** Their page; null for "Deleted user". */
  readonly byPath: string | null;
  readonly byAvatarUrl: string | null;
  /** Whom it is about. */
  readonly of: string;
  /** "20 Nov 2026" */
  readonly date: string;
  /** ISO 8601, for `<time>`. */
  readonly at: string;
  /** What the reviewed person says to it. */
  readonly answer: AnswerView | null;
  /** Where the viewer answers it; null where it is not theirs to answer, or is answered. */
  readonly answerPath: string | null;
  /** Where it is reported; null for whoever wrote it. */
  readonly reportPath: string | null;
}

export interface AnswerView {
  readonly text: string;
  readonly date: string;
  /** ISO 8601. */
  readonly at: string;
}

/** A review that its writer alone reads so far. */
export interface OwnReview {
  readonly rating: number;
  readonly comment: string;
}

/** What one of a deal's two sees of its reviews, and may do. */
export interface DealReviewView {
  readonly dealId: string;
  /** Where it is written. */
  readonly path: string;
  /** What was sold. */
  readonly listing: string;
  /** The other of the two; null: they left. */
  readonly other: { readonly name: string; readonly path: string } | null;
  /** The viewer's, while nobody else reads it. */
  readonly hidden: OwnReview | null;
  /** Whether the other wrote one that is not to be read yet. */
  readonly awaited: boolean;
  /** When what is hidden shows at the latest: "20 Nov 2026"; null where nothing is. */
  readonly until: string | null;
  /** What everybody reads: the viewer's, the other's. */
  readonly mine: ReviewView | null;
  readonly theirs: ReviewView | null;
  /** Whether the viewer may write one, or change what nobody reads yet. */
  readonly mayWrite: boolean;
}

/** A reason as it is offered. */
export interface ReasonView {
  readonly value: ReportReason;
  readonly label: string;
}
