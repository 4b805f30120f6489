import { href } from "react-router";
import { framed, linksIn, MAIL_VIEWS, type MailView, mailViewOf } from "#app/features/dev/mail-html.ts";
import { requireDeveloper, storedMail } from "#app/features/dev/queries.server.ts";
import { m } from "#app/paraglide/messages.js";
import { Refused } from "#app/platform/refused.server.ts";
import { LinkButton } from "#app/ui/button.tsx";
import { classes } from "#app/ui/classes.ts";
import { PageTitle, SectionHeading } from "#app/ui/headings.tsx";
import { LinkTabs } from "#app/ui/tabs.tsx";
import { titled } from "#app/ui/title.ts";
import type { Route } from "./+types/mail.route.ts";

/** /dev/mailbox/:id: one captured mail, as a mail program shows it (`?as=dark`, `?as=phone`) and as plain text. */
export async function loader({ request, params, url }: Route.LoaderArgs) {
  requireDeveloper(request);
  const mail = await storedMail(params.id);
  if (!mail) throw new Refused("home_not_found");
  const { recipient, subject, text, html, reply_to: replyTo, unsubscribe } = mail;
  const view = mailViewOf(url.searchParams.get("as"));
  return {
    id: params.id,
    view,
    recipient,
    subject,
    text,
    html: framed(html, view === "dark"),
    links: linksIn(text),
    replyTo,
    unsubscribe,
  };
}

export function meta({ loaderData }: Route.MetaArgs) {
  return titled(loaderData?.subject ?? m.mailbox_title());
}

const VIEW_NAMES: Record<MailView, () => string> = {
  light: () => m.mailbox_light(),
  dark: () => m.mailbox_dark(),
  phone: () => m.mailbox_phone(),
  text: () => m.mailbox_as_text(),
};

export default function MailPage({ loaderData }: Route.ComponentProps) {
  const { id, view, recipient, subject, text, html, links, replyTo, unsubscribe } = loaderData;
  return (
    <div className="mx-auto w-full max-w-3xl px-4 pb-16">
      <PageTitle
        title={subject}
        lead={m.mailbox_to({ recipient })}
        actions={<LinkButton to={href("/dev/mailbox")}>{m.mailbox_back()}</LinkButton>}
      />
      <LinkTabs
        label={m.mailbox_looks()}
        tabs={MAIL_VIEWS.map((mailView) => ({
          to:
            mailView === "light"
              ? href("/dev/mailbox/:id", { id })
              : `${href("/dev/mailbox/:id", { id })}?as=${mailView}`,
          label: VIEW_NAMES[mailView](),
          current: mailView === view,
        }))}
      />
      <div className="mt-6">
        {view === "text" ? (
          <pre className="whitespace-pre-wrap rounded-md bg-sunken p-4 text-sm">{text}</pre>
        ) : (
          // A sandbox without scripts and without access to this site, regardless of the mail's content.
          <iframe
            key={view}
            title={subject}
            srcDoc={html}
            sandbox="allow-top-navigation-by-user-activation"
            style={{ colorScheme: view === "dark" ? "dark" : "light" }}
            className={classes(
              "mx-auto block h-[44rem] w-full rounded-md border border-line",
              view === "phone" && "max-w-80",
            )}
          />
        )}
      </div>
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
      {replyTo && <p className="mt-8 text-sm text-soft">{m.mailbox_reply_to({ address: replyTo })}</p>}
      {unsubscribe && (
        <p className="mt-8 text-sm text-soft">
          {m.mailbox_switch_off()}{" "}
          <a href={unsubscribe} className="break-all text-link underline underline-offset-2">
            {unsubscribe}
          </a>
        </p>
      )}
    </div>
  );
}
