/** What a seller is asked who answers nobody. */
export interface SilenceView {
  /** Whether their listings are hidden. */
  readonly hidden: boolean;
  /** ISO 8601: when they are hidden otherwise. */
  readonly until: string;
}
