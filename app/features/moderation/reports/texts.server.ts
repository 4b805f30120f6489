import type { Text } from "#app/features/accounts/mail-content.server.ts";
import { m } from "#app/paraglide/messages.js";
import { REASONS_OF, type ReportReason, type SubjectKind } from "./rules.ts";

/** Each reason as a sentence that a reporter chooses. */
export const REASON_TEXTS: Readonly<Record<ReportReason, Text>> = {
  scam: m.report_reason_scam,
  stolen: m.report_reason_stolen,
  hateful: m.report_reason_hateful,
  indecent: m.report_reason_indecent,
  private: m.report_reason_private,
  insulting: m.report_reason_insulting,
  prohibited: m.report_reason_prohibited,
  counterfeit: m.report_reason_counterfeit,
  impersonation: m.report_reason_impersonation,
  copied: m.report_reason_copied,
  untrue: m.report_reason_untrue,
  advertising: m.report_reason_advertising,
  other: m.report_reason_other,
};

/** The title of the form for each kind of content: "Report a listing". */
export const TITLES: Readonly<Record<SubjectKind, Text>> = {
  listing: m.report_title_listing,
  message: m.report_title_message,
  review: m.report_title_review,
  person: m.report_title_person,
  photo: m.report_title_photo,
};

/** The name of each kind of content: "Listing". */
export const KIND_TEXTS: Readonly<Record<SubjectKind, Text>> = {
  listing: m.report_kind_listing,
  message: m.report_kind_message,
  review: m.report_kind_review,
  person: m.report_kind_person,
  photo: m.report_kind_photo,
};

export function presentReasons(kind: SubjectKind) {
  return REASONS_OF[kind].map((value) => ({ value, label: REASON_TEXTS[value]() }));
}
