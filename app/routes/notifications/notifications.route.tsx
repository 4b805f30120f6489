import { MessageCircle, Settings } from "lucide-react";
import { href, Link, redirect, useRevalidator } from "react-router";
import { markNotificationsRead } from "#app/features/notifications/commands.server.ts";
import { notices } from "#app/features/notifications/queries.server.ts";
import { listSchema, markReadSchema } from "#app/features/notifications/schema.ts";
import { MarkAll } from "#app/features/notifications/ui/mark-all.tsx";
import { NoNotices } from "#app/features/notifications/ui/no-notices.tsx";
import { NoticeItems } from "#app/features/notifications/ui/notice-items.tsx";
import { changesNotices } from "#app/features/notifications/ui/updates.tsx";
import { useMarking } from "#app/features/notifications/ui/use-marking.ts";
import { m } from "#app/paraglide/messages.js";
import { eventsUpTo } from "#app/platform/events.server.ts";
import { signedIn, signedInViewer } from "#app/platform/guards.server.ts";
import { submit } from "#app/platform/submit.server.ts";
import { unreadChatsOf } from "#app/platform/unread.server.ts";
import { LinkButton } from "#app/ui/button.tsx";
import { resultCount } from "#app/ui/count-text.ts";
import { PageTitle } from "#app/ui/headings.tsx";
import { LinkTabs } from "#app/ui/tabs.tsx";
import { listTitle, titled } from "#app/ui/title.ts";
import { useCoalescedTask } from "#app/ui/use-coalesced-task.ts";
import { useLiveEvents } from "#app/ui/use-live-events.ts";
import type { Route } from "./+types/notifications.route.ts";

const PATH = href("/notifications");

export const middleware = [signedIn];

/** The viewer's notifications, with pagination. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const viewer = await context.get(signedInViewer);
  const after = await eventsUpTo(viewer.id);
  const query = listSchema.parse(Object.fromEntries(url.searchParams));
  const list = await notices(viewer, query);
  // The notifications of this page were deleted or read in the meantime.
  if (list.notices.length === 0 && query.before) throw redirect(PATH + queryOf({ show: query.show }));
  const chats = (await unreadChatsOf([viewer.id])).get(viewer.id) ?? 0;
  return { list, show: query.show, chats, page: { userId: viewer.id, after } };
}

/** Marks notifications as read, for browsers without JavaScript. */
export function action({ request, context }: Route.ActionArgs) {
  return submit(request, {
    who: () => context.get(signedInViewer),
    schema: markReadSchema,
    coerces: false,
    onOtherPage: true,
    failedTitle: () => m.notices_mark_failed(),
    command: async ({ next, ...mark }, viewer) => {
      await markNotificationsRead(viewer, mark);
      return { to: PATH + next };
    },
  });
}

export const handle = { loadFailed: () => m.notices_fetch_failed() };

export function meta({ loaderData }: Route.MetaArgs) {
  const unread = loaderData?.show === "unread" && m.notices_unread();
  // A position in time, not a page number, is where the list begins.
  const older = loaderData?.list.newer && m.notices_older();
  return titled(listTitle([m.shell_notifications(), unread, older]));
}

export default function NotificationsPage({ loaderData: { list, show, chats, page } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator();
  const reload = useCoalescedTask(revalidate);
  const live = useLiveEvents(page, (event) => {
    if (changesNotices(event) || event.kind === "chat.message") reload();
  });
  const marking = useMarking(list, live);
  return (
    <div className="wrap-column pb-16">
      <PageTitle
        title={m.shell_notifications()}
        count={resultCount(list.notices.length, list.newer !== null || list.older !== null)}
        actions={
          <LinkButton
            to={href("/notifications/settings")}
            icon={<Settings aria-hidden="true" className="size-4" />}
          >
            {m.notification_settings_title()}
          </LinkButton>
        }
      />
      <div className="mb-4 flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <LinkTabs
          label={m.notices_filter()}
          tabs={[
            { to: PATH, label: m.notices_all(), current: show === undefined },
            {
              to: PATH + queryOf({ show: "unread" }),
              label: m.notices_unread(),
              current: show === "unread",
            },
          ]}
        />
        {(list.notices.length > 0 || show === "unread") && <MarkAll marking={marking} />}
      </div>
      {chats > 0 && (
        // A link to the unread chats, because the bell counts them, too.
        <Link
          to={href("/messages")}
          className="mb-4 flex min-h-13 items-center gap-3 rounded-lg border border-line bg-surface px-4 py-2 font-semibold hover:bg-sunken"
        >
          <MessageCircle aria-hidden="true" className="size-5 text-soft" />
          {chats === 1 ? m.notices_chats_one() : m.notices_chats({ count: chats })}
        </Link>
      )}
      {list.notices.length === 0 ? (
        <NoNotices unread={show === "unread"} />
      ) : (
        <div className="overflow-hidden rounded-lg border border-line bg-surface">
          <NoticeItems notices={list.notices} marking={marking} />
        </div>
      )}
      <Around show={show} newer={list.newer} older={list.older} />
    </div>
  );
}

function Around({ show, newer, older }: { show?: string; newer: string | null; older: string | null }) {
  if (newer === null && older === null) return null;
  return (
    <nav aria-label={m.ui_pages()} className="mt-6 flex justify-between gap-4">
      {newer !== null && (
        <LinkButton to={PATH + queryOf({ show, after: newer })}>{m.notices_newer()}</LinkButton>
      )}
      {older !== null && (
        <LinkButton to={PATH + queryOf({ show, before: older })} className="ml-auto">
          {m.notices_older()}
        </LinkButton>
      )}
    </nav>
  );
}

function queryOf(fields: Record<string, string | undefined>): string {
  const given = Object.entries(fields).filter((field): field is [string, string] => field[1] !== undefined);
  return given.length === 0 ? "" : `?${new URLSearchParams(given)}`;
}
