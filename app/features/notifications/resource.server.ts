import { z } from "zod";
import { NOTICE_KINDS, type NoticeChoice, type NoticeKind } from "#app/domain/notification-kinds.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import { id, moment } from "#app/features/api/fields.ts";
import { type ListQuery, pageOf, positionIn } from "#app/features/api/pages.server.ts";
import { env } from "#app/platform/env.server.ts";
import { type NoticeRow, presentNotice } from "./present.server.ts";
import { noticesBefore, noticeWith } from "./queries.server.ts";
import { NOTIFICATION_KINDS, pacesOf } from "./settings-schema.ts";

const kind = z.enum(Object.keys(NOTICE_KINDS) as [NoticeKind, ...NoticeKind[]]);

/** A notification in the API, for its receiver only. */
export const noticeResource = z
  .object({
    id,
    kind,
    content: z
      .string()
      .meta({ description: "A sentence in the language that the person had when it was written." }),
    search_query: z.string().nullable(),
    image_url: z.string().nullable(),
    url: z.string().nullable().meta({ description: "The page to which it leads." }),
    created_at: moment,
    read_at: moment.nullable().meta({ description: "Null while it is unread." }),
  })
  .meta({ id: "Notification" });

function presentNoticeResource(row: NoticeRow): z.input<typeof noticeResource> {
  const { kind: noticeKind, path } = presentNotice(row);
  const whole = (address: string) => new URL(address, env().baseUrl).href;
  return {
    id: row.id,
    kind: noticeKind,
    content: row.content,
    search_query: row.search_query,
    image_url: row.image_url === null ? null : whole(row.image_url),
    url: path === null ? null : whole(path),
    created_at: row.created_at.toISOString(),
    read_at: row.read_at?.toISOString() ?? null,
  };
}

const position = z.object({ micros: z.number(), id: z.string() });

/** A page of the viewer's notifications, newest first. */
export async function noticePage(
  viewer: Viewer,
  { limit, cursor, show }: ListQuery & { show?: "unread" | undefined },
) {
  const before = positionIn("notifications", cursor, position);
  const rows = await noticesBefore(viewer, { before, show }, limit + 1);
  return pageOf("notifications", rows, limit, presentNoticeResource, ({ micros, id: last }) => ({
    micros,
    id: last,
  }));
}

/** One of the viewer's notifications. @throws Refused "notices_gone" */
export async function noticeOf(viewer: Viewer, noticeId: string) {
  return presentNoticeResource(await noticeWith(viewer, noticeId));
}

const choiceOf = (noticeKind: NoticeKind) =>
  z.strictObject({ in_app: z.boolean(), mail: z.enum(pacesOf(noticeKind)) });

const choices = z.strictObject(
  Object.fromEntries(NOTIFICATION_KINDS.map((noticeKind) => [noticeKind, choiceOf(noticeKind)])) as Record<
    NoticeKind,
    ReturnType<typeof choiceOf>
  >,
);

/** How a person is told of each kind of notice, in the API. */
export const choicesResource = choices.meta({ id: "NotificationChoices" });

/** The choices of some kinds. */
export const choicesChange = choices.partial();

export function presentChoices(
  stored: Readonly<Record<NoticeKind, NoticeChoice>>,
): z.input<typeof choicesResource> {
  const presented = NOTIFICATION_KINDS.map((noticeKind) => {
    const { inApp, mail } = stored[noticeKind];
    return [noticeKind, { in_app: inApp, mail }];
  });
  return Object.fromEntries(presented);
}

/** The choices that a request names, as the commands take them. */
export function changedChoices(
  change: z.output<typeof choicesChange>,
): Partial<Record<NoticeKind, NoticeChoice>> {
  const chosen = Object.entries(change).map(([noticeKind, { in_app: inApp, mail }]) => [
    noticeKind,
    { inApp, mail },
  ]);
  return Object.fromEntries(chosen);
}
