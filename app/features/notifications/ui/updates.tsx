import { href, Link, useHref } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { Failed } from "#app/ui/empty-state.tsx";
import { Skeleton } from "#app/ui/lazy-load.tsx";
import type { ReceivedEvent } from "#app/ui/live-events.ts";
import { showToast } from "#app/ui/toast.ts";
import { useAnswer } from "#app/ui/use-answer.ts";
import { type LivePage, useLiveEvents } from "#app/ui/use-live-events.ts";
import type { NoticeList } from "../view.ts";
import { MarkAll } from "./mark-all.tsx";
import { NoNotices } from "./no-notices.tsx";
import { NoticeItems } from "./notice-items.tsx";
import { useMarking } from "./use-marking.ts";

export function Updates({ page }: { page: LivePage }) {
  const endpoint = useHref(href("/notifications/list"));
  const { answer, failed, reload } = useAnswer<NoticeList>(endpoint, (sentence) =>
    showToast({ title: m.notices_fetch_failed(), description: sentence, tone: "danger" }),
  );
  const live = useLiveEvents(page, (event) => {
    if (changesNotices(event)) reload();
  });
  const marking = useMarking(answer, live);

  if (failed) return <Failed title={m.notices_fetch_failed()} onRetry={reload} />;
  if (!answer) return <Waiting />;
  if (answer.notices.length === 0) return <NoNotices />;
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-3 border-line border-b py-1 pr-4 pl-1">
        <MarkAll marking={marking} />
        <Link
          to={href("/notifications")}
          className="text-link inline-flex min-h-11 items-center text-[0.9375rem]"
        >
          {m.notices_see_all()}
        </Link>
      </div>
      <NoticeItems notices={answer.notices} marking={marking} />
    </>
  );
}

function Waiting() {
  return (
    <div role="status" aria-label={m.notices_loading()} className="divide-y divide-line">
      {[0, 1, 2, 3].map((row) => (
        <div key={row} className="flex gap-3.5 px-4 py-3.5 sm:px-5">
          <Skeleton className="size-12 shrink-0 rounded-sm" />
          <div className="grid flex-1 content-start gap-2">
            <Skeleton className="h-5 w-4/5" />
            <Skeleton className="h-4 w-2/5" />
          </div>
        </div>
      ))}
    </div>
  );
}

const KINDS: ReadonlySet<ReceivedEvent["kind"]> = new Set([
  "notification.new",
  "notification.read",
  // Reading a conversation also marks its notification as read.
  "chat.read",
  "reset",
]);

export function changesNotices({ kind }: ReceivedEvent): boolean {
  return KINDS.has(kind);
}
