/** The question to a silent seller, whether their listings are still for sale. */
export interface SilenceView {
  /** Whether their listings are hidden. */
  readonly hidden: boolean;
  /** ISO 8601: when they will be hidden without an answer. */
  readonly until: string;
}
