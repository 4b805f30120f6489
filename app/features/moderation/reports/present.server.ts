import { momentText } from "#app/features/accounts/mail-template.server.ts";
import { previewText } from "#app/features/chat/inbox.ts";
import { isPrivate } from "#app/features/photos/photo.ts";
import { m } from "#app/paraglide/messages.js";
import { getLocale } from "#app/paraglide/runtime.js";
import type { reportableMessages, Subject } from "./queries.server.ts";
import { KIND_TEXTS, presentReasons, TITLES } from "./texts.server.ts";

export function presentReport({ kind, evidence, path }: Subject) {
  const { name, text, by, photos } = evidence;
  return {
    title: TITLES[kind](),
    reported: {
      kind: KIND_TEXTS[kind](),
      // The name of a message is that of its listing, the name of a review that of the reviewed person.
      name: kind === "review" ? m.report_review_of({ name }) : name,
      by: kind === "person" ? null : (by ?? m.account_deleted_user()),
      text,
      photos: photos.filter((key) => !isPrivate(key)),
    },
    reasons: presentReasons(kind),
    path,
  };
}

/** Messages from which the reporter chooses one. */
export function presentMessages(rows: Awaited<ReturnType<typeof reportableMessages>>) {
  const words = { locale: getLocale() };
  return rows.map((row) => ({
    id: row.id,
    text: previewText(row.message, row.is_offer),
    at: momentText(row.created_at, words),
  }));
}
