import type { Transaction } from "kysely";
import { href } from "react-router";
import { queuePushes } from "#app/features/push/notes.server.ts";
import { baseLocale, isLocale } from "#app/paraglide/runtime.js";
import type { DB } from "#app/platform/db-types.ts";
import type { Notice } from "#app/platform/notify.server.ts";
import { sentenceOf } from "./texts.server.ts";

interface Told {
  readonly id: string;
  readonly notice_id: string;
  readonly language: string | null;
}

/** The tag of a notice: what is told about a conversation replaces what was told of it before. */
export function pushTag({ id, kind, path }: { id: string; kind: string; path: string | null }): string {
  return (kind === "message" || kind === "offer") && path !== null ? path : id;
}

/**
 * Queues a delivered notice for the browsers of its people. An unread message was told when it arrived
 * (features/rooms): then this changes nothing.
 */
export async function queueNoticePushes(
  trx: Transaction<DB>,
  notice: Notice,
  people: readonly Told[],
): Promise<void> {
  const { kind, path = null } = notice;
  const notes = people.map(({ id, notice_id, language }) => ({
    userId: id,
    kind,
    tag: pushTag({ id: notice_id, kind, path }),
    path: path ?? href("/notifications"),
    title: "",
    text: sentenceOf(notice, { locale: isLocale(language) ? language : baseLocale }),
  }));
  await queuePushes(notes, trx, { again: kind !== "message" });
}
