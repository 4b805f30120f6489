import { Form, href, redirect } from "react-router";
import { isolated } from "#app/domain/text-rules.ts";
import { roomIdOf, roomOf } from "#app/features/chat/queries.server.ts";
import { blockSchema } from "#app/features/chat/schema.ts";
import { setBlockedIn } from "#app/features/rooms/blocking.server.ts";
import { m } from "#app/paraglide/messages.js";
import { signedIn, signedInViewer } from "#app/platform/guards.server.ts";
import { submit } from "#app/platform/submit.server.ts";
import { Button, LinkButton } from "#app/ui/button.tsx";
import { PageTitle } from "#app/ui/headings.tsx";
import { titled } from "#app/ui/title.ts";
import type { Route } from "./+types/block.route.ts";

export const middleware = [signedIn];

export async function loader({ params, context }: Route.LoaderArgs) {
  const viewer = await context.get(signedInViewer);
  const { id, other } = await roomOf(viewer, roomIdOf(params));
  if (other.left) throw redirect(href("/messages/:roomId", { roomId: id }));
  return { id, other };
}

export function action({ request, params, context }: Route.ActionArgs) {
  return submit(request, {
    who: () => context.get(signedInViewer),
    schema: blockSchema,
    onOtherPage: true,
    failedTitle: () => m.ui_error(),
    command: async ({ intent }, viewer) => {
      const roomId = roomIdOf(params);
      await setBlockedIn(viewer, roomId, intent === "block");
      return { to: href("/messages/:roomId", { roomId }) };
    },
  });
}

export function meta({ loaderData }: Route.MetaArgs) {
  return titled(
    loaderData ? m.chat_block_title({ name: isolated(loaderData.other.username) }) : m.chat_inbox_title(),
  );
}

/** The page that blocks or unblocks the other person of a conversation, for browsers without JavaScript. */
export default function Block({ loaderData: { id, other } }: Route.ComponentProps) {
  const name = other.username;
  return (
    <div className="wrap-column pb-16">
      <PageTitle
        title={<span>{other.blocked ? m.chat_unblock({ name }) : m.chat_block_title({ name })}</span>}
      />
      <p>{other.blocked ? m.chat_blocked_by_you({ name }) : m.chat_block_text({ name })}</p>
      <Form method="post" className="mt-6 flex flex-wrap gap-3">
        <input type="hidden" name="intent" value={other.blocked ? "unblock" : "block"} />
        <Button type="submit" variant={other.blocked ? "primary" : "danger"}>
          {other.blocked ? m.chat_unblock_short() : m.chat_block_confirm()}
        </Button>
        <LinkButton to={href("/messages/:roomId/report", { roomId: id })}>{m.review_report()}</LinkButton>
        <LinkButton to={href("/messages/:roomId", { roomId: id })}>{m.ui_cancel()}</LinkButton>
      </Form>
    </div>
  );
}
