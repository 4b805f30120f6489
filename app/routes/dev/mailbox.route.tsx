import { href, Link } from "react-router";
import { requireDeveloper, storedMails } from "#app/features/dev/queries.server.ts";
import { m } from "#app/paraglide/messages.js";
import { getLocale } from "#app/paraglide/runtime.js";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageTitle } from "#app/ui/headings.tsx";
import { titled } from "#app/ui/title.ts";
import type { Route } from "./+types/mailbox.route.ts";

/** /dev/mailbox: the mails that were captured instead of sent. */
export async function loader({ request }: Route.LoaderArgs) {
  requireDeveloper(request);
  const time = new Intl.DateTimeFormat(getLocale(), { dateStyle: "medium", timeStyle: "medium" });
  const mails = await storedMails();
  return {
    mails: mails.map(({ id, recipient, subject, created_at }) => ({
      id,
      recipient,
      subject,
      at: created_at.toISOString(),
      atText: time.format(created_at),
    })),
  };
}

export function meta() {
  return titled(m.mailbox_title());
}

export default function MailboxPage({ loaderData: { mails } }: Route.ComponentProps) {
  return (
    <div className="mx-auto w-full max-w-3xl px-4 pb-16">
      <PageTitle title={m.mailbox_title()} lead={m.mailbox_lead()} />
      {mails.length === 0 && <EmptyState title={m.mailbox_empty()} hint={m.mailbox_empty_hint()} />}
      <ul className="divide-y divide-line">
        {mails.map(({ id, recipient, subject, at, atText }) => (
          <li key={id}>
            <Link
              to={href("/dev/mailbox/:id", { id })}
              className="grid gap-x-4 gap-y-0.5 rounded-sm px-2 py-3 hover:bg-sunken sm:grid-cols-[minmax(0,1fr)_auto]"
            >
              <span className="font-semibold">{subject}</span>
              <time dateTime={at} className="text-sm text-soft tabular-nums">
                {atText}
              </time>
              <span className="text-sm text-soft">{m.mailbox_to({ recipient })}</span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
