import type { NoticeKind } from "#app/domain/notification-kinds.ts";
import { m } from "#app/paraglide/messages.js";
import type { Locale } from "#app/paraglide/runtime.js";

type Words = { readonly locale: Locale };

const HIDDEN: Record<NoticeKind, (words: Words) => string> = {
  message: (words) => m.push_hidden_message({}, words),
  saved_search: (words) => m.push_hidden_saved_search({}, words),
  price_drop: (words) => m.push_hidden_price_drop({}, words),
  sold: (words) => m.push_hidden_sold({}, words),
  back: (words) => m.push_hidden_back({}, words),
  review: (words) => m.push_hidden_review({}, words),
  deal: (words) => m.push_hidden_deal({}, words),
  offer: (words) => m.push_hidden_offer({}, words),
  account: (words) => m.push_hidden_account({}, words),
};

/** What kind of thing has happened, without names. Of a kind that only another version of the program has: anything. */
export function hiddenText(kind: string, words: Words): string {
  return Object.hasOwn(HIDDEN, kind) ? HIDDEN[kind as NoticeKind](words) : m.push_hidden_account({}, words);
}
