import { m } from "#app/paraglide/messages.js";
import { LinkButton } from "#app/ui/button.tsx";
import { PageTitle, SectionHeading } from "#app/ui/headings.tsx";
import { titled } from "#app/ui/title.ts";
import type { Route } from "./+types/mail.route.ts";
import { framed, linksIn } from "./mail-html.ts";
import { keptMail, requireMailbox } from "./queries.server.ts";

/** /dev/mailbox/:id: one kept mail, as a mail program would show it and as plain text. */
export async function loader({ request, params }: Route.LoaderArgs) {
  requireMailbox(request);
  const mail = await keptMail(params.id);
  if (!mail) throw new Response(null, { status: 404 });
  const { recipient, subject, text, html } = mail;
  return { recipient, subject, text, html: framed(html), links: linksIn(text) };
}

export const headers = () => ({ "cache-control": "no-store" });

export function meta({ loaderData }: Route.MetaArgs) {
  return titled(loaderData?.subject ?? m.mailbox_title());
}

export default function MailPage({ loaderData }: Route.ComponentProps) {
  const { recipient, subject, text, html, links } = loaderData;
  return (
    <div className="mx-auto w-full max-w-3xl px-4 pb-16">
      <PageTitle
        title={subject}
        lead={m.mailbox_to({ recipient })}
        actions={<LinkButton to="/dev/mailbox">{m.mailbox_back()}</LinkButton>}
      />
      {/* No scripts and no access to this site: whatever a mail holds, here it is a picture with links. */}
      <iframe
        title={subject}
        srcDoc={html}
        sandbox="allow-top-navigation-by-user-activation"
        className="h-[36rem] w-full rounded-md border border-line bg-white"
      />
      {links.length > 0 && (
        <section className="mt-8">
          <SectionHeading title={m.mailbox_links()} />
          <ul className="grid gap-2">
            {links.map((link) => (
              <li key={link}>
                <a href={link} className="break-all text-link underline underline-offset-2">
                  {link}
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section className="mt-8">
        <SectionHeading title={m.mailbox_as_text()} />
        <pre className="whitespace-pre-wrap break-words rounded-md bg-sunken p-4 text-sm">{text}</pre>
      </section>
    </div>
  );
}
