import { href, Link } from "react-router";
import { roomIdOf, roomOf } from "#app/features/chat/queries.server.ts";
import { presentMessages } from "#app/features/moderation/reports/present.server.ts";
import { reportableMessages } from "#app/features/moderation/reports/queries.server.ts";
import { personReportPath } from "#app/features/moderation/reports/rules.ts";
import { m } from "#app/paraglide/messages.js";
import { signedIn, signedInViewer } from "#app/platform/guards.server.ts";
import { LinkButton } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageTitle } from "#app/ui/headings.tsx";
import { titled } from "#app/ui/title.ts";
import type { Route } from "./+types/report-room.route.ts";

export const middleware = [signedIn];

/** /messages/:roomId/report: asks which of the other member's messages to report, or whether to report the person. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const viewer = await context.get(signedInViewer);
  const { id, other } = await roomOf(viewer, roomIdOf(params));
  return { id, other, messages: presentMessages(await reportableMessages(viewer, id)) };
}

export function meta() {
  return titled(m.report_title_message());
}

export default function ReportRoomPage({ loaderData: { id, other, messages } }: Route.ComponentProps) {
  return (
    <div className="wrap-column pb-16">
      <PageTitle title={m.report_title_message()} lead={m.report_which_message()} />
      {messages.length === 0 ? (
        <EmptyState title={m.report_no_messages({ name: other.username })} />
      ) : (
        <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface">
          {messages.map((message) => (
            <li key={message.id}>
              <Link
                to={href("/report/:kind/:id", { kind: "message", id: message.id })}
                className="block px-4 py-3 hover:bg-sunken focus-visible:-outline-offset-3"
              >
                <span dir="auto" className="line-clamp-3">
                  {message.text}
                </span>
                <span className="text-soft text-sm">{message.at}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      <p className="mt-6 flex flex-wrap gap-3">
        {!other.left && (
          <LinkButton to={personReportPath(other.username)}>
            {m.report_person({ name: other.username })}
          </LinkButton>
        )}
        <LinkButton to={href("/messages/:roomId", { roomId: id })}>{m.ui_cancel()}</LinkButton>
      </p>
    </div>
  );
}
