/** The details of a trader, as buyers see them. */
export interface TraderView {
  readonly facts: readonly { readonly label: string; readonly value: string }[];
}
