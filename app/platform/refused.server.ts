import { formatWait } from "#app/domain/format.ts";
import { m } from "#app/paraglide/messages.js";
import { getLocale } from "#app/paraglide/runtime.js";

/** A text that says how long to wait: "Too many attempts. Please try again in 3 minutes." */
function waitText(text: (inputs: { wait: string }) => string) {
  return ({ seconds }: { seconds: number }) => text({ wait: formatWait(seconds, getLocale()) });
}

function ownListing(_: Record<string, never>): string {
  return `${m.chat_own_title()}. ${m.chat_own_text()}`;
}

/** `until` is a day; null means forever. */
function suspendedText(until: string | null): string {
  return until === null ? m.account_suspended_for_good() : m.account_suspended_until({ until });
}

/**
 * The HTTP status and the message of each refusal. Most faults of single fields are no refusals: forms show them beside
 * the fields. `invalid` has the text of any other fault, and the name of its field if it has one.
 */
const REFUSALS = {
  too_often: [429, waitText(m.account_too_many)],
  invalid: [422, ({ fault }: { fault: string; field?: string }) => fault],
  form_broken: [400, m.auth_form_broken],
  signed_out: [401, ({ text }: { text: string }) => text],
  error_4xx_message: [400, m.error_4xx_message],
  error_stalled: [408, m.error_stalled],
  error_too_large: [413, m.error_too_large],
  unexpected: [500, ({ text }: { text: string; field?: string }) => text],
  home_not_found: [404, m.home_not_found],
  mail_link_dead: [410, m.mail_choice_dead],

  // Accounts. `text` says what the link was for, or which provider failed.
  address_unverified: [403, m.auth_unverified],
  link_dead: [410, ({ text }: { text: string }) => text],
  profile_changed: [409, m.edit_conflict_title],
  challenge_locked: [429, m.challenge_locked],
  provider_missing: [404, m.auth_provider_missing],
  provider_failed: [502, ({ text }: { text: string }) => text],
  provider_away: [503, m.auth_provider_failed],
  provider_unverified: [403, m.auth_provider_unverified],
  token_invalid: [401, m.auth_provider_failed],
  unsupported_media_type: [415, m.auth_form_broken],
  identities_gone: [404, m.identities_gone],
  identities_last: [409, m.identities_last],
  identity_taken: [409, ({ provider }: { provider: string }) => m.identities_taken({ provider })],
  second_factor: [401, m.challenge_lead_app],
  challenge_gone: [410, m.challenge_gone],
  factor_exists: [409, m.factor_now_on],
  factor_gone: [404, m.api_factor_gone],
  reauthentication_needed: [403, m.api_reauthentication_needed],
  refresh_token_invalid: [401, m.api_refresh_token_invalid],
  code_invalid: [401, m.api_code_invalid],

  // The API.
  keys_many: [409, ({ max }: { max: number }) => m.keys_many({ max })],
  key_gone: [404, m.keys_gone],
  key_missing: [401, m.api_key_missing],
  key_invalid: [401, m.api_key_invalid],
  scope_missing: [403, ({ scope }: { scope: string }) => m.api_scope_missing({ scope })],
  session_needed: [403, m.api_session_needed],
  operation_unknown: [404, m.api_operation_unknown],
  method_not_allowed: [405, m.api_method_not_allowed],
  body_no_json: [400, m.api_body_no_json],
  body_no_json_type: [415, m.api_body_no_json_type],
  cursor_invalid: [400, m.api_cursor_invalid],
  precondition_failed: [412, m.api_precondition_failed],
  idempotency_key_invalid: [400, m.api_idempotency_key_invalid],
  idempotency_other: [422, m.api_idempotency_other],
  idempotency_running: [409, (_: { seconds: number }) => m.api_idempotency_running()],
  idempotency_lost: [409, m.api_idempotency_lost],
  idempotency_secret: [409, m.api_idempotency_secret],

  // Webhooks.
  webhook_gone: [404, m.webhook_gone],
  webhook_delivery_gone: [404, m.webhook_delivery_gone],
  webhook_off: [409, m.webhook_is_off],
  webhook_many: [409, ({ max }: { max: number }) => m.webhook_many({ max })],

  // Operators.
  synonyms_full: [409, m.searches_full],

  // Listings and stock. `sentence` is the text of the listing's category.
  listing_not_found: [404, ({ sentence }: { sentence: string }) => sentence],
  listing_deleted: [410, ({ sentence }: { sentence: string }) => sentence],
  listing_not_yours: [403, m.listing_not_yours],
  listing_unknown_place: [422, m.listing_error_unknown_place],
  stock_none_left: [409, m.stock_none_left],
  stock_reserved: [409, m.stock_reserved],
  stock_changed: [409, ({ now }: { now: string | number }) => m.stock_meanwhile({ now })],
  // A price that the page of a file would ask about.
  price_unconfirmed: [409, ({ text }: { text: string; field?: string }) => text],
  stock_nothing_picked: [404, m.stock_nothing_picked],
  stock_undo_late: [409, m.stock_undo_late],
  photo_type: [415, m.photos_fault_type],
  photo_too_heavy: [413, m.photos_fault_too_heavy],
  photo_too_many_pixels: [422, m.photos_fault_too_many_pixels],
  photo_too_narrow: [422, m.photos_fault_too_narrow],
  photo_broken: [422, m.photos_fault_broken],
  photo_busy: [503, (_: { seconds: number }) => m.photos_fault_busy()],
  photos_attach_none: [422, m.photos_attach_none],
  photos_attach_twice: [422, m.photos_attach_twice],
  photos_attach_missing: [422, m.photos_attach_missing],
  photos_too_many_total: [422, m.photos_too_many_total],
  seller_not_found: [404, m.seller_not_found],
  // Only who has an open deal with them learns it.
  seller_suspended: [
    403,
    ({ name, until }: { name: string; until: string | null }) =>
      until === null ? m.seller_suspended_for_good({ name }) : m.seller_suspended_until({ name, day: until }),
  ],
  model_not_found: [404, m.model_not_found],
  picture_gone: [404, m.picture_gone],
  stock_file: [422, ({ sentence }: { sentence: string }) => sentence],
  stock_file_too_large: [413, ({ sentence }: { sentence: string }) => sentence],
  // Request Timeout: the file did not arrive completely, or a later upload of the same file has replaced this one.
  stock_file_broken: [408, m.upload_fault_broken],
  stock_file_waiting: [409, m.upload_fault_waiting],
  upload_gone: [404, m.upload_gone],
  feed_gone: [404, m.feed_gone],
  answers_gone: [404, m.answers_gone],
  feed_not_now: [409, m.feed_not_now],
  feed_many: [409, ({ max }: { max: number }) => m.feed_many({ max })],
  upload_not_now: [409, m.upload_not_now],
  upload_other_prices: [409, m.upload_other_prices],

  // Search
  search_too_many: [429, waitText(m.search_too_many)],
  saved_no_search: [404, m.saved_no_search],
  saved_gone: [404, m.saved_gone],
  saved_too_many: [409, m.saved_too_many_text],

  // Favourites and carts
  favorites_gone: [404, m.favorites_gone],
  favorites_own: [403, m.favorites_own],
  cart_not_available: [409, m.favorites_gone],
  cart_full: [409, m.cart_full],
  cart_note_long: [413, m.cart_note_long],
  cart_message_changed: [409, m.cart_message_changed],

  // Messages
  chat_listing_gone: [404, m.chat_listing_gone],
  chat_room_gone: [404, m.chat_room_gone],
  chat_own: [403, ownListing],
  chat_other_left: [403, m.chat_other_left],
  chat_refused: [403, m.chat_refused],
  // A first message has a phone number, a link or a bank account; `text` says why that is dangerous.
  risk_unconfirmed: [409, ({ text }: { text: string; field: string }) => text],
  block_own: [403, m.chat_block_own],

  // Notifications
  notices_gone: [404, m.notices_gone],
  push_device_gone: [404, m.push_device_gone],

  // Deals and reviews
  orders_gone: [404, m.orders_gone],
  deal_gone: [404, m.deal_gone],
  deal_open_already: [409, m.deal_open_already],
  deal_fewer_left: [409, m.deal_fewer_left],
  deal_none_left: [409, m.deal_none_left],
  deal_item_left: [409, m.deal_item_left],
  deal_reserved_for: [409, m.deal_reserved_for],
  deal_reserved_already: [409, m.deal_reserved_already],
  deal_was_cancelled: [409, m.deal_was_cancelled],
  deal_reason_missing: [422, m.deal_reason_missing],
  deal_was_declined: [409, m.deal_was_declined],
  deal_cancel_together: [409, m.deal_cancel_together],
  deal_end_early: [409, m.deal_end_early],
  deal_address_missing: [409, m.deal_address_missing],
  deal_address_sent: [409, m.deal_address_sent],
  deal_proposal_open: [409, m.deal_proposal_open],
  deal_proposal_closed: [409, m.deal_proposal_closed],
  deal_proposals_many: [409, m.deal_proposals_many],
  deal_not_now: [409, m.deal_not_now],
  deal_request_binding: [409, m.deal_request_binding],
  deal_request_lapsed: [409, m.deal_request_lapsed],
  deal_price_changed: [409, m.deal_price_changed],
  deal_not_for_sale: [409, m.deal_not_for_sale],
  deal_requests_many: [409, m.deal_requests_many],
  offer_gone: [404, m.offer_gone],
  offer_not_offered: [409, m.offer_not_offered],
  offer_open_already: [409, m.offer_open_already],
  offer_order_open: [409, m.offer_order_open],
  offer_too_many: [409, m.offer_too_many],
  offer_was_closed: [409, m.offer_was_closed],
  offer_was_expired: [409, m.offer_was_expired],
  review_deal_gone: [404, m.review_deal_gone],
  review_gone: [404, m.review_gone],
  review_not_yours: [403, m.review_not_yours],
  review_closed: [409, m.review_closed],
  review_fixed: [409, m.review_fixed],
  review_answered_already: [409, m.review_answered_already],

  // Help, legal pages, reports and staff
  contact_closed: [503, m.help_contact_closed],
  terms_changed: [409, m.terms_just_changed],
  report_gone: [404, m.report_gone],
  report_own: [403, m.report_own],
  case_gone: [404, m.case_gone],
  job_gone: [409, m.operator_job_gone],
  case_closed: [409, m.case_closed],
  case_claimed: [409, m.case_claimed],
  case_not_claimed: [409, m.case_not_claimed],
  case_waiting: [409, m.case_waiting],
  case_own: [403, m.case_own],
  case_second: [403, m.case_second],
  case_unfit: [400, m.case_unfit],
  case_newer: [503, m.case_newer],
  case_decided_before: [403, m.case_decided_before],
  case_person_gone: [409, m.case_person_gone],
  case_receiver: [409, m.case_receiver],
  questions_nobody: [409, m.questions_nobody],
  questions_waits_already: [409, m.questions_waits_already],
  question_gone: [404, m.question_gone],
  question_closed: [409, m.question_closed],
  statement_gone: [404, m.statement_gone],
  complaint_gone: [404, m.complaint_gone],
  complaint_closed: [409, m.complaint_closed],
  appeal_closed: [409, m.appeal_closed],
  account_suspended: [403, ({ until }: { until: string | null }) => suspendedText(until)],
  staff_unknown: [422, m.staff_unknown],
  conversation_gone: [404, m.conversation_gone],
  person_gone: [404, m.person_gone],
  person_verified: [409, m.person_verified],
  person_not_yours: [403, m.person_not_yours],
  factor_reset_none: [409, m.factor_reset_none],
  staff_own: [403, m.staff_own],
} as const satisfies Readonly<Record<string, readonly [status: number, message: (values: never) => string]>>;

/** All reasons, with their HTTP status. */
export function listReasons(): { reason: string; status: number }[] {
  return Object.entries(REFUSALS).map(([reason, [status]]) => ({ reason, status }));
}

export type Reason = keyof typeof REFUSALS;

/** What the response has besides the message. The error page shows `link`; a form gets `kept` (app/ui/answer.ts). */
type PageData = Readonly<{ link?: { to: string; text: string }; kept?: unknown } & Record<string, unknown>>;

/** A reason, with the values in its message. */
type Refusal = {
  [R in Reason]: Parameters<(typeof REFUSALS)[R][1]>[0] extends infer Values
    ? Record<string, never> extends Values
      ? [reason: R, values?: Values, page?: PageData]
      : [reason: R, values: Values, page?: PageData]
    : never;
}[Reason];

/**
 * Thrown by commands, queries and routes to refuse a request, before anything changed. error-answers.server.ts makes
 * the HTTP response, unless the caller uses `orRefused`.
 */
export class Refused extends Error {
  override readonly name = "Refused";
  readonly kind = "refused";
  readonly reason: Reason;
  readonly status: (typeof REFUSALS)[Reason][0];
  /** Seconds after which the request may succeed; null when waiting does not help. */
  readonly seconds: number | null;
  /** The name of the field that was refused; null if it is not about a field. */
  readonly field: string | null;
  readonly page: PageData;

  constructor(...[reason, values = {}, page = {}]: Refusal) {
    const [status, message] = REFUSALS[reason];
    super((message as (values: unknown) => string)(values));
    this.reason = reason;
    this.status = status;
    this.seconds = (values as { seconds?: number }).seconds ?? null;
    this.field = (values as { field?: string }).field ?? null;
    this.page = page;
  }

  get headers(): Record<string, string> {
    return this.seconds === null ? {} : { "retry-after": String(this.seconds) };
  }
}

/** The result of a command or its refusal, for pages that show the refusal and keep the input. */
export async function orRefused<Result>(command: Promise<Result>): Promise<Result | Refused> {
  try {
    return await command;
  } catch (error) {
    if (error instanceof Refused) return error;
    throw error;
  }
}
