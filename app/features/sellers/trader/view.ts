export interface TraderView {
  readonly facts: readonly { readonly label: string; readonly value: string }[];
}
