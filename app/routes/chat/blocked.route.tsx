import { ArrowLeft } from "lucide-react";
import { Form, href } from "react-router";
import { unblockSchema } from "#app/features/chat/schema.ts";
import { blockedBy, unblockNamed } from "#app/features/rooms/blocking.server.ts";
import { m } from "#app/paraglide/messages.js";
import { signedIn, signedInViewer } from "#app/platform/guards.server.ts";
import { submit } from "#app/platform/submit.server.ts";
import { Avatar } from "#app/ui/avatar.tsx";
import { Button, LinkButton } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageTitle } from "#app/ui/headings.tsx";
import { titled } from "#app/ui/title.ts";
import type { Route } from "./+types/blocked.route.ts";

export const middleware = [signedIn];

export async function loader({ context }: Route.LoaderArgs) {
  return { people: await blockedBy(await context.get(signedInViewer)) };
}

export function action({ request, context }: Route.ActionArgs) {
  return submit(request, {
    who: () => context.get(signedInViewer),
    schema: unblockSchema,
    coerces: false,
    onOtherPage: true,
    failedTitle: () => m.ui_error(),
    command: async ({ username }, viewer) => {
      await unblockNamed(viewer, username);
      return { to: href("/messages/blocked") };
    },
  });
}

export function meta() {
  return titled(m.chat_blocked_title());
}

export default function Blocked({ loaderData: { people } }: Route.ComponentProps) {
  return (
    <div className="wrap-column pb-16">
      <PageTitle
        title={m.chat_blocked_title()}
        lead={m.chat_blocked_lead()}
        actions={
          <LinkButton to={href("/messages")} icon={<ArrowLeft aria-hidden="true" className="size-5" />}>
            {m.chat_inbox_back()}
          </LinkButton>
        }
      />
      {people.length === 0 ? (
        <EmptyState title={m.chat_blocked_none()} hint={m.chat_blocked_none_hint()} />
      ) : (
        <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface">
          {people.map(({ username, avatarUrl }) => (
            <li key={username}>
              <Form method="post" className="flex items-center gap-3.5 px-4 py-3 sm:px-5">
                <Avatar name={username} src={avatarUrl} />
                <span className="min-w-0 flex-1 truncate font-semibold">{username}</span>
                <input type="hidden" name="username" value={username} />
                <Button type="submit" size="sm" aria-label={m.chat_unblock({ name: username })}>
                  {m.chat_unblock_short()}
                </Button>
              </Form>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
