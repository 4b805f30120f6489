/** A review as its reader sees it. */
export interface ReviewView {
  readonly id: string;
  readonly rating: number;
  readonly comment: string;
  readonly by: string;
  /** The writer's page, or null for "Deleted user". */
  readonly byPath: string | null;
  readonly byAvatarUrl: string | null;
  readonly of: string;
  /** "20 Nov 2026" */
  readonly date: string;
  /** ISO 8601, for `<time>`. */
  readonly at: string;
  readonly answer: AnswerView | null;
  /** Where the viewer can answer it, or null when they cannot or it has an answer. */
  readonly answerPath: string | null;
  /** Where it is reported, or null for its writer. */
  readonly reportPath: string | null;
}

export interface AnswerView {
  readonly text: string;
  readonly date: string;
  /** ISO 8601. */
  readonly at: string;
}

/** A hidden review, for its writer. */
export interface OwnReview {
  readonly rating: number;
  readonly comment: string;
}

export interface DealReviewView {
  readonly dealId: string;
  readonly path: string;
  /** The name of the listing. */
  readonly listing: string;
  /** The other party, or null for a deleted user. */
  readonly other: { readonly name: string; readonly path: string } | null;
  /** The viewer's own review, while it is hidden. */
  readonly hidden: OwnReview | null;
  /** Whether the other party wrote a review that is still hidden. */
  readonly awaited: boolean;
  /** When the hidden reviews become public at the latest: "20 Nov 2026"; null when none is hidden. */
  readonly until: string | null;
  /** The public reviews: the viewer's and the other party's. */
  readonly mine: ReviewView | null;
  readonly theirs: ReviewView | null;
  /** Whether the viewer may write a review or change a hidden one. */
  readonly mayWrite: boolean;
}
