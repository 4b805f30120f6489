/** A public review. */
export interface ReviewView {
  readonly id: string;
  readonly rating: number;
  readonly comment: string;
  /** The language of the comment, where it is not that of the page. */
  readonly lang?: string;
  readonly by: string;
  /** The writer's page, or null for "Deleted user". */
  readonly byPath: string | null;
  readonly byAvatarUrl: string | null;
  /** The name of the reviewed user. */
  readonly of: string;
  /** When it was written: "Nov 20, 2026". */
  readonly date: string;
  /** ISO 8601, for `<time>`. */
  readonly at: string;
  readonly answer: ReviewAnswerView | null;
  /** The page where the viewer can answer the review. Null when they may not, or when it has an answer. */
  readonly answerPath: string | null;
  /** The page where the viewer can report the review. Null for its writer. */
  readonly reportPath: string | null;
}

export interface ReviewAnswerView {
  readonly text: string;
  readonly lang?: string;
  readonly date: string;
  /** ISO 8601. */
  readonly at: string;
}

export interface OwnReview {
  readonly rating: number;
  readonly comment: string;
  readonly lang?: string;
}

export interface DealReviewView {
  readonly dealId: string;
  readonly path: string;
  /** The name of the deal's first item, and how many more items it has. */
  readonly listing: string;
  /** The other party, or null for a deleted user. */
  readonly other: { readonly name: string; readonly path: string } | null;
  /** The viewer's own review, while it is hidden. */
  readonly hidden: OwnReview | null;
  /** Whether the other party wrote a review that is still hidden. */
  readonly awaited: boolean;
  /** When the hidden reviews become public at the latest: "Nov 20, 2026"; null when none is hidden. */
  readonly until: string | null;
  /** Once it is public. */
  readonly mine: ReviewView | null;
  /** Once it is public. */
  readonly theirs: ReviewView | null;
  /** Whether the viewer may write a review or change a hidden one. */
  readonly mayWrite: boolean;
}
