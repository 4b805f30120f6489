export interface ConversationView {
  readonly id: string;
  readonly path: string;
  /** "anna, bert" */
  readonly people: string;
  readonly listing: string;
  readonly messages: number;
  readonly isOpen: boolean;
}

export interface MessageView {
  readonly id: string;
  readonly by: string;
  /** The buyer's, which stand at the other side. */
  readonly ofBuyer: boolean;
  readonly text: string;
  readonly lang: string | null;
  readonly at: string;
  readonly hidden: boolean;
  /** Whether the case is about it. */
  readonly reported: boolean;
  readonly offer: string | null;
  /** Their addresses. */
  readonly photos: readonly string[];
}
