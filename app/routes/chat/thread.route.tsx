import { randomUUID } from "node:crypto";
import { ArrowLeft } from "lucide-react";
import { useState } from "react";
import { href, Link, useLocation, useNavigate } from "react-router";
import { isolated } from "#app/domain/text-rules.ts";
import { writeMessage } from "#app/features/chat/ask.server.ts";
import { dealPanelOf } from "#app/features/chat/deal-panel.server.ts";
import { openChat, roomIdOf } from "#app/features/chat/queries.server.ts";
import { placeSchema, sendSchema } from "#app/features/chat/schema.ts";
import { pathWith } from "#app/features/chat/ui/inbox-panel.tsx";
import { RoomHeader, useOtherPerson } from "#app/features/chat/ui/room-header.tsx";
import { ThreadView } from "#app/features/chat/ui/thread-view.tsx";
import { useVisibleHeight } from "#app/features/chat/ui/use-visible-height.ts";
import type { ChatRoom } from "#app/features/chat/view.ts";
import { RoomDeal } from "#app/features/deals/ui/room-deal.tsx";
import { useDealPanel } from "#app/features/deals/ui/use-deal-panel.ts";
import { OfferCard } from "#app/features/offers/ui/offer-card.tsx";
import { OfferSheets, SheetLink } from "#app/features/offers/ui/sheet-link.tsx";
import { markRoomRead } from "#app/features/rooms/commands.server.ts";
import { isUnanswered, problemText } from "#app/features/shell/problems.ts";
import type { PageHandle } from "#app/features/shell/use-handle.ts";
import { m } from "#app/paraglide/messages.js";
import { signedIn, signedInViewer } from "#app/platform/guards.server.ts";
import { submit } from "#app/platform/submit.server.ts";
import { Button, LinkButton } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { IconLink } from "#app/ui/icon-button.tsx";
import { titled } from "#app/ui/title.ts";
import { useOverlayEntry } from "#app/ui/use-overlay-entry.ts";
import type { Route } from "./+types/thread.route.ts";

export const middleware = [signedIn];

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const viewer = await context.get(signedInViewer);
  // `?at=` is a message that a search found: the page shows the messages around it.
  const { at, opener } = placeSchema.parse(Object.fromEntries(new URL(request.url).searchParams));
  const roomId = roomIdOf(params);
  const chat = await openChat(viewer, roomId, { around: at });
  const deal = await dealPanelOf(viewer, roomId);
  // A full page load marks the messages as read, also without JavaScript; a prefetch does not. After a client-side
  // navigation, a script marks them.
  const headers = request.headers;
  const seen =
    headers.get("sec-fetch-mode") === "navigate" && !headers.get("sec-purpose")?.includes("prefetch");
  const last = chat.messages.at(-1)?.seq;
  if (seen && last !== undefined) await markRoomRead(viewer, chat.room.id, last);
  const openingText = opener === undefined ? undefined : chat.suggestedMessages[opener];
  // `clientId` is the id of the next message, set here so that a form submitted twice sends one message.
  return { chat, deal, at: at ?? null, openingText, clientId: randomUUID() };
}

export function action({ request, params, context }: Route.ActionArgs) {
  return submit(request, {
    who: () => context.get(signedInViewer),
    schema: sendSchema,
    coerces: false,
    command: async (sent, viewer) => {
      const roomId = roomIdOf(params);
      await writeMessage(viewer, roomId, sent);
      return { to: href("/messages/:roomId", { roomId }) };
    },
  });
}

export function meta({ loaderData }: Route.MetaArgs) {
  return titled(
    loaderData ? m.chat_with({ name: isolated(loaderData.chat.room.other.username) }) : m.chat_inbox_title(),
  );
}

export const handle: PageHandle = { ownAction: true, wholeScreen: true };

export default function ThreadPage({ loaderData, actionData }: Route.ComponentProps) {
  const { clientId, at, openingText } = loaderData;
  const typed = actionData?.result?.initialValue?.message;
  const chat = useOtherPerson(loaderData.chat);
  const { panel } = useDealPanel(chat.room.id, loaderData.deal, chat.page);
  const dealSheet = useOverlayEntry("deal");
  const { listing, terms } = chat.room;
  const room = {
    ...chat.room,
    listing: { ...listing, status: panel?.status ?? listing.status },
    terms: panel ? panel.terms : terms,
  };
  return (
    <section
      aria-label={m.chat_with({ name: room.other.username })}
      ref={useVisibleHeight()}
      className="flex h-[var(--visible-height,100dvh)] flex-col overflow-y-auto bg-surface lg:h-full lg:overflow-hidden"
    >
      <RoomHeader room={room} title="h1" back={<BackToList />} />
      {panel && (
        <RoomDeal
          key={room.id}
          panel={panel}
          sheet={dealSheet}
          linkOf={(way, key) => <SheetLink way={way} listing={key} signedIn size="sm" />}
        />
      )}
      <BuyersSheets key={`sheets ${room.id}`} listing={panel?.next?.listing} room={room} />
      {at !== null && (
        <noscript>
          <Link
            to={href("/messages/:roomId", { roomId: room.id })}
            className="block px-4 py-2.5 text-link underline"
          >
            {m.chat_to_latest()}
          </Link>
        </noscript>
      )}
      <ThreadView
        key={`${room.id} ${at ?? ""}`}
        chat={chat}
        Offer={OfferCard}
        at={at}
        takesFocus={at === null}
        form={{
          clientId,
          message: typeof typed === "string" ? typed : openingText,
          ...(actionData?.ok === false && {
            [actionData.reason === "risk_unconfirmed" ? "risk" : "error"]: actionData.message,
          }),
        }}
      />
    </section>
  );
}

/** @param listing "racket:0198…" while the viewer can buy it or make an offer. The sheets stay while they send. */
function BuyersSheets({ listing, room }: { listing: string | undefined; room: ChatRoom }) {
  const [key, setKey] = useState(listing);
  if (listing !== undefined && listing !== key) setKey(listing);
  return key !== undefined && <OfferSheets listing={{ ...room.listing, key, seller: room.other }} />;
}

/** On a phone: goes back to the list of conversations, at the same scroll position if the user came from there. */
function BackToList() {
  const { state, search } = useLocation();
  const navigate = useNavigate();
  const query = new URLSearchParams(search);
  const [q, before] = [query.get("q") ?? "", query.get("before") ?? ""];
  return (
    <IconLink
      to={pathWith(href("/messages"), { q, before })}
      label={m.chat_inbox_back()}
      className="lg:hidden"
      onClick={(event) => {
        const plain = !(event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0);
        if (!plain || (state as { fromInbox?: boolean } | null)?.fromInbox !== true) return;
        event.preventDefault();
        void navigate(-1);
      }}
    >
      <ArrowLeft aria-hidden="true" />
    </IconLink>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { title, message, canRetry } = problemText(error);
  return (
    <div className="grid h-full content-center">
      <EmptyState
        heading="h1"
        title={isUnanswered(error) ? m.chat_fetch_failed() : title}
        hint={message}
        action={
          <>
            {canRetry && <Button onClick={() => window.location.reload()}>{m.error_try_again()}</Button>}
            <LinkButton to={href("/messages")}>{m.chat_inbox_back()}</LinkButton>
          </>
        }
      />
    </div>
  );
}
