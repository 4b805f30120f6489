import { useEffect, useRef } from "react";
import { useRevalidator } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { eventsUpTo } from "#app/platform/events.server.ts";
import { requireViewer } from "#app/platform/session.server.ts";
import { LinkButton } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageTitle } from "#app/ui/headings.tsx";
import { titled } from "#app/ui/title.ts";
import { useLiveEvents } from "#app/ui/use-live-events.ts";
import type { Route } from "./+types/inbox.route.ts";
import { inbox } from "./queries.server.ts";
import { InboxList } from "./ui/inbox-list.tsx";

export async function loader({ request }: Route.LoaderArgs) {
  const viewer = await requireViewer(request);
  const after = await eventsUpTo(viewer.id);
  return { rooms: await inbox(viewer), page: { userId: viewer.id, after } };
}

export function meta() {
  return titled(m.chat_inbox_title());
}

/** One's conversations (account-shell-home §2 Notifications panel, Messages). */
export default function Inbox({ loaderData: { rooms, page } }: Route.ComponentProps) {
  const { revalidate, state } = useRevalidator();
  const stale = useRef(false);
  // One load at a time; what is heard of meanwhile is loaded once more.
  useLiveEvents(page, () => {
    if (state === "idle") void revalidate();
    else stale.current = true;
  });
  useEffect(() => {
    if (state !== "idle" || !stale.current) return;
    stale.current = false;
    void revalidate();
  }, [state, revalidate]);

  return (
    <div className="wrap pb-16">
      <div className="mx-auto max-w-3xl">
        <PageTitle title={m.chat_inbox_title()} />
        {rooms.length === 0 ? (
          <EmptyState
            title={m.chat_inbox_empty()}
            hint={m.chat_inbox_empty_hint()}
            action={<LinkButton to="/">{m.chat_inbox_browse()}</LinkButton>}
          />
        ) : (
          <InboxList rooms={rooms} />
        )}
      </div>
    </div>
  );
}
