import { z } from "zod";
import { NOTICE_KINDS } from "#app/domain/notification-kinds.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import { noticeChoices } from "#app/features/accounts/mail-preferences.server.ts";
import { id, moment } from "#app/features/api/fields.ts";
import { operation } from "#app/features/api/operation.server.ts";
import { listOf, listQuery } from "#app/features/api/pages.server.ts";
import { changeChoices, needsConfirmation } from "#app/features/notifications/choices.server.ts";
import { markNotificationsRead } from "#app/features/notifications/commands.server.ts";
import {
  changedChoices,
  choicesChange,
  choicesResource,
  noticeOf,
  noticePage,
  noticeResource,
  presentChoices,
} from "#app/features/notifications/resource.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { unreadCountsOf } from "#app/platform/unread.server.ts";

const unread = z
  .object({
    unread: z.int().meta({ description: "The number at the bell: notifications, and conversations." }),
    unread_chats: z.int().meta({ description: "How many of it are conversations." }),
  })
  .meta({ id: "Unread" });

async function presentUnread(viewer: Viewer): Promise<z.input<typeof unread>> {
  const counts = await unreadCountsOf(viewer.id);
  return { unread: counts.unread, unread_chats: counts.unreadChats };
}

async function presentStored({ id: userId }: Viewer): Promise<z.input<typeof choicesResource>> {
  return presentChoices((await noticeChoices(userId)) ?? NOTICE_KINDS);
}

export const notificationOperations = [
  operation({
    method: "GET",
    path: "/notifications",
    id: "listNotifications",
    summary: "The caller's notifications, newest first.",
    access: "messages:read",
    query: listQuery.extend({
      show: z.literal("unread").optional().meta({ description: "Only those that are unread." }),
    }),
    answer: listOf(noticeResource),
    run: ({ query, viewer }) => noticePage(viewer, query),
  }),
  operation({
    method: "GET",
    path: "/notifications/{id}",
    id: "getNotification",
    summary: "A notification.",
    access: "messages:read",
    params: z.strictObject({ id }),
    answer: noticeResource,
    run: ({ params, viewer }) => noticeOf(viewer, params.id),
  }),
  operation({
    method: "PATCH",
    path: "/notifications/{id}",
    id: "markNotificationRead",
    summary: "Marks a notification as read now. One that is read already stays as it is.",
    access: "messages:write",
    params: z.strictObject({ id }),
    body: z.strictObject({ read_at: z.literal("now") }),
    answer: noticeResource,
    example: { read_at: "now" },
    async run({ params, viewer }) {
      await markNotificationsRead(viewer, { id: params.id });
      return noticeOf(viewer, params.id);
    },
  }),
  operation({
    method: "POST",
    path: "/notifications/read",
    id: "markNotificationsRead",
    summary:
      "Marks all notifications as read that were created until then, and answers what is still unread.",
    access: "messages:write",
    body: z.strictObject({
      until: moment.meta({ description: "`created_at` of the newest one that the person saw." }),
    }),
    answer: unread,
    example: { until: "2027-05-04T09:30:00.000Z" },
    async run({ body, viewer }) {
      // Moments of the API have milliseconds, those of the database microseconds.
      await markNotificationsRead(viewer, { asOf: Date.parse(body.until) * 1_000 + 999 });
      return presentUnread(viewer);
    },
  }),
  operation({
    method: "GET",
    path: "/unread",
    id: "getUnread",
    summary: "How much the caller has not read yet.",
    access: "messages:read",
    answer: unread,
    run: ({ viewer }) => presentUnread(viewer),
  }),
  operation({
    method: "GET",
    path: "/notification-choices",
    id: "getNotificationChoices",
    summary: "How the caller is told of each kind of notice: in the shop, and by mail.",
    access: "profile:read",
    answer: choicesResource,
    run: ({ viewer }) => presentStored(viewer),
  }),
  operation({
    method: "PATCH",
    path: "/notification-choices",
    id: "updateNotificationChoices",
    summary:
      "Changes the choices for the kinds that are sent. Mails about sign-ins are switched off only by a session that was confirmed lately.",
    access: "profile:write",
    body: choicesChange,
    answer: choicesResource,
    example: { price_drop: { in_app: true, mail: "off" }, review: { in_app: true, mail: "at_once" } },
    async run({ body, viewer, request }) {
      const chosen = changedChoices(body);
      if (await needsConfirmation(request, viewer, chosen)) throw new Refused("reauthentication_needed");
      await changeChoices(viewer, chosen);
      return presentStored(viewer);
    },
  }),
];
