import { href, redirect } from "react-router";
import { listingPathOf } from "#app/domain/categories/registry.ts";
import { OPEN_CHAT } from "#app/domain/chat-message.ts";
import { answer, formOf } from "#app/features/chat/answer.server.ts";
import { openRoom } from "#app/features/chat/commands.server.ts";
import { inbox } from "#app/features/chat/inbox.server.ts";
import { openChat } from "#app/features/chat/queries.server.ts";
import { inboxQuery, openSchema } from "#app/features/chat/schema.ts";
import { m } from "#app/paraglide/messages.js";
import { viewerOf } from "#app/platform/session.server.ts";
import { signInRedirect } from "#app/platform/sign-in.server.ts";
import type { Route } from "./+types/rooms.route.ts";

/** Opens the viewer's room about a listing. Returns it as JSON for the chat dialog, else redirects to its page. */
export async function action({ request }: Route.ActionArgs) {
  if (request.headers.get("accept")?.includes("application/json")) {
    return answer(request, async (viewer) => {
      const listing = await formOf(request, openSchema);
      return openChat(viewer, await openRoom(viewer, listing));
    });
  }
  const listing = await formOf(request, openSchema);
  const viewer = await viewerOf(request);
  if (!viewer) {
    const page = listingPathOf(listing.type, listing.id);
    return signInRedirect(page + OPEN_CHAT, m.chat_sign_in_text());
  }
  return redirect(href("/messages/:roomId", { roomId: await openRoom(viewer, listing) }));
}

/** A page of the viewer's conversations: `?q=` searches, `?before=` is the `next` of the previous page. */
export function loader({ request }: Route.LoaderArgs) {
  return answer(request, (viewer) => inbox(viewer, inboxQuery(request)));
}
