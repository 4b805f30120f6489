import { MessagesSquare } from "lucide-react";
import type { ReactNode } from "react";
import { href, useNavigation, useOutlet, useParams } from "react-router";
import { isId } from "#app/domain/ids.ts";
import { inbox } from "#app/features/chat/inbox.server.ts";
import { inboxQuery } from "#app/features/chat/schema.ts";
import { InboxPanel, searchOutcome } from "#app/features/chat/ui/inbox-panel.tsx";
import { ThreadSkeleton } from "#app/features/chat/ui/thread-skeleton.tsx";
import { useInbox } from "#app/features/chat/ui/use-inbox.ts";
import { m } from "#app/paraglide/messages.js";
import { signedIn, signedInViewer } from "#app/platform/guards.server.ts";
import { LinkButton } from "#app/ui/button.tsx";
import { classes } from "#app/ui/classes.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageTitle } from "#app/ui/headings.tsx";
import { Skeleton } from "#app/ui/lazy-load.tsx";
import { listTitle, titled } from "#app/ui/title.ts";
import { useDelayedBusy } from "#app/ui/use-timer.ts";
import type { Route } from "./+types/inbox.route.ts";

export const middleware = [signedIn];

/** `?q=` searches; `?before=` continues the list. Both stay in the URL when a conversation is opened. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const viewer = await context.get(signedInViewer);
  const query = inboxQuery(request);
  const before = query.before ? (new URL(request.url).searchParams.get("before") ?? "") : "";
  return { ...(await inbox(viewer, query)), address: { q: query.q, before } };
}

export const handle = { loadFailed: () => m.chat_fetch_failed() };

export function meta({ loaderData }: Route.MetaArgs) {
  const { q = "", before = "" } = loaderData?.address ?? {};
  const title = q === "" ? m.chat_inbox_title() : searchOutcome(q, loaderData?.rooms.length ?? 0);
  return titled(listTitle([title, before !== "" && m.notices_older()]));
}

/** The viewer's conversations: beside the open one on a wide screen, on a separate screen on a phone. */
export default function InboxPage({ loaderData }: Route.ComponentProps) {
  const { address, page } = loaderData;
  const { inbox, more, showMore } = useInbox(loaderData, address);
  const outlet = useOutlet();
  const openId = useParams().roomId?.toLowerCase();

  if (!outlet && inbox.rows.length === 0 && address.q === "" && address.before === "") return <NothingYet />;
  return (
    <div className={outlet ? "lg:wrap lg:py-6" : "wrap pt-4 pb-16 lg:py-6"}>
      <div className="lg:grid lg:h-[calc(100dvh-12.5rem)] lg:min-h-120 lg:grid-cols-[22.5rem_minmax(0,1fr)] lg:overflow-hidden lg:rounded-lg lg:border lg:border-line lg:bg-surface">
        <div
          className={classes(
            "min-h-0 flex-col lg:flex lg:border-line lg:border-r",
            outlet && "max-lg:hidden",
          )}
        >
          <InboxPanel
            inbox={inbox}
            userId={page.userId}
            address={address}
            openId={outlet ? openId : undefined}
            more={more}
            onMore={() => void showMore()}
          />
        </div>
        <div className={classes("min-h-0 min-w-0", !outlet && "max-lg:hidden")}>
          <Beside openId={openId}>{outlet}</Beside>
        </div>
      </div>
    </div>
  );
}

function Beside({ openId, children }: { openId: string | undefined; children: ReactNode }) {
  const { location } = useNavigation();
  const next = /\/messages\/([^/]+)$/.exec(location?.pathname ?? "")?.[1]?.toLowerCase() ?? "";
  const waiting = useDelayedBusy(isId(next) && next !== openId);
  if (waiting) {
    return (
      <div className="flex h-full flex-col">
        <div className="flex items-center gap-3 px-4 py-1 sm:py-3">
          <Skeleton className="size-11 rounded-full" />
          <Skeleton className="h-6 w-2/5" />
        </div>
        <ThreadSkeleton />
      </div>
    );
  }
  if (children) return children;
  return (
    <div className="grid h-full place-content-center justify-items-center gap-2 p-8 text-center">
      <MessagesSquare aria-hidden="true" className="mb-2 size-12 text-court" />
      <p className="font-display font-semibold text-heading">{m.chat_choose()}</p>
      <p className="text-soft">{m.chat_choose_hint()}</p>
    </div>
  );
}

function NothingYet() {
  return (
    <div className="wrap pb-16">
      <div className="mx-auto max-w-3xl">
        <PageTitle title={m.chat_inbox_title()} />
        <EmptyState
          title={m.chat_inbox_empty()}
          hint={m.chat_inbox_empty_hint()}
          action={<LinkButton to={href("/")}>{m.chat_inbox_browse()}</LinkButton>}
        />
      </div>
    </div>
  );
}
