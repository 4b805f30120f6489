import { randomUUID } from "node:crypto";
import { ArrowLeft } from "lucide-react";
import { data, redirect } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { requireViewer } from "#app/platform/session.server.ts";
import { IconLink } from "#app/ui/icon-button.tsx";
import { titled } from "#app/ui/title.ts";
import type { Route } from "./+types/thread.route.ts";
import { fieldsOf, refusalOf, roomIdOf } from "./answer.server.ts";
import { markRead, sendMessage } from "./commands.server.ts";
import { openChat } from "./queries.server.ts";
import { sendSchema } from "./schema.ts";
import { RoomHeader } from "./ui/room-header.tsx";
import { ThreadView } from "./ui/thread-view.tsx";
import { useOther } from "./ui/use-other.ts";

export async function loader({ request, params }: Route.LoaderArgs) {
  const viewer = await requireViewer(request);
  const chat = await openChat(viewer, roomIdOf(params));
  // Who comes to the page itself, script or not, sees the messages; a browser that fetches ahead does not.
  const headers = request.headers;
  const seen =
    headers.get("sec-fetch-mode") === "navigate" && !headers.get("sec-purpose")?.includes("prefetch");
  const last = chat.messages.at(-1)?.seq;
  if (seen && last !== undefined) await markRead(viewer, chat.room.id, last);
  // The next message has its id already: sent twice without JavaScript it is one message.
  return { chat, clientId: randomUUID() };
}

/** Sends a message without JavaScript. */
export async function action({ request, params }: Route.ActionArgs) {
  const viewer = await requireViewer(request);
  const roomId = roomIdOf(params);
  const fields = await fieldsOf(request);
  const sent = sendSchema.safeParse(fields);
  const typed = { message: String(fields.message ?? "") };
  if (!sent.success) return data({ ...typed, error: sent.error.issues[0]?.message }, { status: 422 });
  try {
    await sendMessage(viewer, roomId, sent.data);
  } catch (refused) {
    const refusal = await refusalOf(refused);
    if (refusal?.status !== 429 && refusal?.status !== 403) throw refused;
    return data({ ...typed, error: refusal.error }, { status: refusal.status });
  }
  return redirect(`/messages/${roomId}`);
}

export function meta({ loaderData }: Route.MetaArgs) {
  return titled(
    loaderData ? m.chat_with({ name: loaderData.chat.room.other.username }) : m.chat_inbox_title(),
  );
}

/** A conversation as a page of its own. */
export default function ThreadPage({ loaderData, actionData }: Route.ComponentProps) {
  const { clientId } = loaderData;
  const chat = useOther(loaderData.chat);
  const { room } = chat;
  return (
    <div className="wrap py-4 sm:py-8">
      <section
        aria-label={m.chat_with({ name: room.other.username })}
        className="mx-auto flex h-[calc(100dvh-13rem)] min-h-80 sm:h-[calc(100dvh-12.5rem)] max-w-3xl flex-col overflow-hidden rounded-lg border border-line bg-surface"
      >
        <RoomHeader
          room={room}
          title="h1"
          actions={
            <IconLink to="/messages" label={m.chat_inbox_back()}>
              <ArrowLeft aria-hidden="true" />
            </IconLink>
          }
        />
        <ThreadView
          key={room.id}
          chat={chat}
          form={{ clientId, message: actionData?.message, error: actionData?.error }}
        />
      </section>
    </div>
  );
}
