import { href } from "react-router";
import { formatPrice } from "#app/domain/format.ts";
import { momentText } from "#app/features/accounts/mail-template.server.ts";
import { m } from "#app/paraglide/messages.js";
import { getLocale } from "#app/paraglide/runtime.js";
import type { ConversationRow, ExaminedMessage } from "./queries.server.ts";
import { VIEW_REASONS, type ViewReason } from "./schema.ts";
import type { ConversationView, MessageView } from "./view.ts";

const REASON_TEXTS: Readonly<Record<ViewReason, () => string>> = {
  reported_message: m.conversation_reason_reported_message,
  what_was_agreed: m.conversation_reason_what_was_agreed,
  threat: m.conversation_reason_threat,
  fraud: m.conversation_reason_fraud,
  appeal: m.conversation_reason_appeal,
};

export function viewReasons() {
  return VIEW_REASONS.map((value) => ({ value, label: REASON_TEXTS[value]() }));
}

const nameOf = (username: string | null) => username ?? m.account_deleted_user();

export function presentConversation(caseId: string, row: ConversationRow): ConversationView {
  return {
    id: row.id,
    path: href("/moderation/cases/:id/conversations/:roomId", { id: caseId, roomId: row.id }),
    people: [row.seller, row.buyer].map(nameOf).join(", "),
    listing: row.listing_name,
    messages: row.messages,
    isOpen: row.is_open,
  };
}

export function presentExamined(
  { id: caseId, subject_id }: { readonly id: string; readonly subject_id: string },
  room: ConversationRow,
  rows: readonly ExaminedMessage[],
): MessageView[] {
  const locale = getLocale();
  return rows.map((row) => {
    const ofBuyer = row.sender_id !== null && row.sender_id === room.buyer_id;
    const ofSeller = row.sender_id !== null && row.sender_id === room.seller_id;
    return {
      id: row.id,
      by: nameOf(ofBuyer ? room.buyer : ofSeller ? room.seller : null),
      ofBuyer,
      text: row.message,
      lang: row.language,
      at: momentText(row.created_at, { locale }),
      hidden: row.hidden !== null,
      reported: row.id === subject_id,
      offer:
        row.offer_cents === null
          ? null
          : m.conversation_offer({ price: formatPrice(row.offer_cents, locale) }),
      photos: (row.photos ?? []).map(({ id: photo }) =>
        href("/moderation/cases/:id/conversations/:roomId/photos/:photo", {
          id: caseId,
          roomId: room.id,
          photo,
        }),
      ),
    };
  });
}
