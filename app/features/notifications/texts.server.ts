import { formatPrice } from "#app/domain/format.ts";
import type { AccountEvent, DealEvent, NoticeFacts, NoticeKind } from "#app/domain/notification-kinds.ts";
import type { LocaleOption } from "#app/features/accounts/mail-content.server.ts";
import { quoted } from "#app/features/accounts/mail-template.server.ts";
import { m } from "#app/paraglide/messages.js";

const ACCOUNT: Record<AccountEvent, (words: LocaleOption) => string> = {
  "new-device": (words) => m.notification_account_new_device({}, words),
  password: (words) => m.notification_account_password({}, words),
  email: (words) => m.notification_account_email({}, words),
  "way-added": (words) => m.notification_account_way_added({}, words),
  "way-removed": (words) => m.notification_account_way_removed({}, words),
  "factor-on": (words) => m.mail_factor_on_subject({}, words),
  "factor-off": (words) => m.mail_factor_off_subject({}, words),
  "factor-reset": (words) => m.mail_factor_reset_subject({}, words),
  "conversation-read": (words) => m.mail_conversation_read_subject({}, words),
  "key-made": (words) => m.notification_account_key_made({}, words),
  statement: (words) => m.notification_account_statement({}, words),
  "report-acted": (words) => m.notification_account_report_acted({}, words),
  "report-dismissed": (words) => m.notification_account_report_dismissed({}, words),
  complaint: (words) => m.mail_complaint_subject({}, words),
  question: (words) => m.notification_account_question({}, words),
  "question-answered": (words) => m.notification_account_question_answered({}, words),
  "case-handed-on": (words) => m.notification_account_case_handed_on({}, words),
};

type DealNames = { readonly username: string; readonly listing: string };

const DEAL: Record<DealEvent, (names: DealNames, words: LocaleOption) => string> = {
  proposed: (names, words) => m.notification_deal_proposed(names, words),
  reserved: (names, words) => m.notification_deal_reserved(names, words),
  sold: (names, words) => m.notification_deal_sold(names, words),
  confirmed: (names, words) => m.notification_deal_confirmed(names, words),
  cancelled: (names, words) => m.notification_deal_cancelled(names, words),
  handed_over: (names, words) => m.notification_deal_handed_over(names, words),
  sent: (names, words) => m.notification_deal_sent(names, words),
  received: (names, words) => m.notification_deal_received(names, words),
  taken: ({ listing }, words) => m.notification_deal_taken({ listing }, words),
  taken_reserved: ({ listing }, words) => m.notification_deal_taken_reserved({ listing }, words),
  taken_sold: ({ listing }, words) => m.notification_deal_taken_sold({ listing }, words),
  available: ({ listing }, words) => m.notification_deal_available({ listing }, words),
  requested: (names, words) => m.notification_deal_requested(names, words),
  request_declined: (names, words) => m.notification_deal_request_declined(names, words),
  request_lapsed: ({ listing }, words) => m.notification_deal_request_lapsed({ listing }, words),
  address_shared: (names, words) => m.notification_deal_address_shared(names, words),
  address_changed: (names, words) => m.notification_deal_address_changed(names, words),
  address_taken_back: (names, words) => m.notification_deal_address_taken_back(names, words),
  price_proposed: (names, words) => m.notification_deal_price_proposed(names, words),
  price_confirmed: (names, words) => m.notification_deal_price_confirmed(names, words),
  cancellation_proposed: (names, words) => m.notification_deal_cancellation_proposed(names, words),
  cancellation_confirmed: (names, words) => m.notification_deal_cancellation_confirmed(names, words),
  proposal_declined: (names, words) => m.notification_deal_proposal_declined(names, words),
  proposal_withdrawn: (names, words) => m.notification_deal_proposal_withdrawn(names, words),
  ended_unpaid: (names, words) => m.notification_deal_ended_unpaid(names, words),
  ended_not_collected: (names, words) => m.notification_deal_ended_not_collected(names, words),
  ended_not_handed_over: (names, words) => m.notification_deal_ended_not_handed_over(names, words),
  account_deleted: ({ listing }, words) => m.notification_deal_account_deleted({ listing }, words),
  ended_account_deleted: ({ listing }, words) =>
    m.notification_deal_ended_account_deleted({ listing }, words),
  suspended: (names, words) => m.notification_deal_suspended(names, words),
  suspension_over: (names, words) => m.notification_deal_suspension_over(names, words),
  offer_ended_account_deleted: ({ listing }, words) =>
    m.notification_offer_ended_account_deleted({ listing }, words),
  offer_accepted: (names, words) => m.notification_offer_accepted(names, words),
  offer_declined: (names, words) => m.notification_offer_declined(names, words),
  offer_withdrawn: (names, words) => m.notification_offer_withdrawn(names, words),
  offer_expired: ({ listing }, words) => m.notification_offer_expired({ listing }, words),
  offer_ended: ({ listing }, words) => m.notification_offer_ended({ listing }, words),
  offer_ended_pieces: ({ listing }, words) => m.notification_offer_ended_pieces({ listing }, words),
};

// `quoted` puts texts that users wrote (names, listings, searches) on one line and shortens them.
const SENTENCES: { [K in NoticeKind]: (facts: NoticeFacts[K], words: LocaleOption) => string } = {
  message: ({ username, listing }, words) =>
    m.notification_message({ username: quoted(username), listing: quoted(listing) }, words),
  saved_search: ({ search, listing, more }, words) => {
    const names = { search: quoted(search), listing: quoted(listing) };
    return more > 0
      ? m.notification_saved_search_more({ ...names, more }, words)
      : m.notification_saved_search(names, words);
  },
  price_drop: ({ listing, wasCents, nowCents }, words) => {
    const [was, now] = [wasCents, nowCents].map((cents) => formatPrice(cents, words.locale));
    return m.notification_price_drop({ listing: quoted(listing), was: was ?? "", now: now ?? "" }, words);
  },
  sold: ({ listing, status }, words) => {
    const facts = { listing: quoted(listing) };
    if (status === "reserved") return m.notification_reserved(facts, words);
    return status === "sold" ? m.notification_sold(facts, words) : m.notification_gone(facts, words);
  },
  back: ({ listing }, words) => m.notification_back({ listing: quoted(listing) }, words),
  review: ({ username, rating }, words) =>
    rating === null
      ? m.notification_review_hidden({ username: quoted(username) }, words)
      : m.notification_review({ username: quoted(username), rating }, words),
  deal: ({ event, username, listing }, words) =>
    DEAL[event]({ username: quoted(username), listing: quoted(listing) }, words),
  offer: ({ event, username, listing, priceCents }, words) => {
    const price = formatPrice(priceCents, words.locale);
    const names = { username: quoted(username), listing: quoted(listing), price };
    return event === "made"
      ? m.notification_offer_made(names, words)
      : m.notification_offer_countered(names, words);
  },
  account: ({ event }, words) => ACCOUNT[event](words),
};

/** A notification as one sentence without a full stop. The mail about it has the same sentence as its subject. */
export function sentenceOf<K extends NoticeKind>(
  notice: { readonly kind: K; readonly facts: NoticeFacts[K] },
  words: LocaleOption,
): string {
  return SENTENCES[notice.kind](notice.facts, words);
}
