/** The question to a silent seller, whether their listings are still for sale. */
export interface SilenceView {
  readonly hidden: boolean;
  /** ISO 8601: when the listings are hidden if the seller does not answer. */
  readonly until: string;
}
