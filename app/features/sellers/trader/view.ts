/** Who sells as a business, as buyers see it. */
export interface TraderView {
  readonly facts: readonly { readonly label: string; readonly value: string }[];
}
