import { href, redirect } from "react-router";
import { listingPathOf } from "#app/domain/categories/registry.ts";
import { OPEN_CHAT } from "#app/domain/chat-message.ts";
import { inbox } from "#app/features/chat/inbox.server.ts";
import { chatViewer, openChat } from "#app/features/chat/queries.server.ts";
import { inboxQuery, openSchema } from "#app/features/chat/schema.ts";
import { enterRoom } from "#app/features/rooms/commands.server.ts";
import { m } from "#app/paraglide/messages.js";
import { isCall, isNavigation } from "#app/platform/form.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { viewerOf } from "#app/platform/session.server.ts";
import { signInRedirect } from "#app/platform/sign-in.server.ts";
import { reply, submit } from "#app/platform/submit.server.ts";
import type { Route } from "./+types/rooms.route.ts";

/** Opens the viewer's room about a listing. Returns it to the chat dialog, else redirects to its page. */
export function action({ request }: Route.ActionArgs) {
  return submit(request, {
    // The form names the listing, to whose page a visitor returns from the sign-in page.
    who: viewerOf,
    schema: openSchema,
    coerces: false,
    onOtherPage: true,
    command: async (listing, viewer) => {
      if (!viewer) {
        const text = m.chat_sign_in_text();
        if (isCall(request)) throw new Refused("signed_out", { text });
        throw signInRedirect(listingPathOf(listing.type, listing.id) + OPEN_CHAT, text);
      }
      const { id: roomId } = await enterRoom(viewer, listing);
      if (isCall(request)) return { value: await openChat(viewer, roomId) };
      return { to: href("/messages/:roomId", { roomId }) };
    },
  });
}

/** A page of the viewer's conversations: `?q=` searches, `?before=` is the `next` of the previous page. */
export function loader({ request }: Route.LoaderArgs) {
  // A failed form without JavaScript leads here, if the browser does not name its page.
  if (isNavigation(request)) return redirect(href("/messages"));
  return reply(request, chatViewer, (viewer) => inbox(viewer, inboxQuery(request)));
}
