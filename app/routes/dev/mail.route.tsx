import { href } from "react-router";
import { framed, LOOKS, type Look, linksIn, lookOf } from "#app/features/dev/mail-html.ts";
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
  const look = lookOf(url.searchParams.get("as"));
  return {
    id: params.id,
    look,
    recipient,
    subject,
    text,
    html: framed(html, look === "dark"),
    links: linksIn(text),
    replyTo,
    unsubscribe,
  };
}

export const headers = () => ({ "cache-control": "no-store" });

export function meta({ loaderData }: Route.MetaArgs) {
  return titled(loaderData?.subject ?? m.mailbox_title());
}

const LOOK_NAMES: Record<Look, () => string> = {
  light: () => m.mailbox_light(),
  dark: () => m.mailbox_dark(),
  phone: () => m.mailbox_phone(),
  text: () => m.mailbox_as_text(),
};

export default function MailPage({ loaderData }: Route.ComponentProps) {
  const { id, look, recipient, subject, text, html, links, replyTo, unsubscribe } = loaderData;
  return (
    <div className="mx-auto w-full max-w-3xl px-4 pb-16">
      <PageTitle
        title={subject}
        lead={m.mailbox_to({ recipient })}
        actions={<LinkButton to={href("/dev/mailbox")}>{m.mailbox_back()}</LinkButton>}
      />
      <LinkTabs
        label={m.mailbox_looks()}
        tabs={LOOKS.map((one) => ({
          to:
            one === "light"
              ? href("/dev/mailbox/:id", { id })
              : `${href("/dev/mailbox/:id", { id })}?as=${one}`,
          label: LOOK_NAMES[one](),
          current: one === look,
        }))}
      />
      <div className="mt-6">
        {look === "text" ? (
          <pre className="whitespace-pre-wrap break-words rounded-md bg-sunken p-4 text-sm">{text}</pre>
        ) : (
          // A sandbox without scripts and without access to this site, regardless of the mail's content.
          <iframe
            key={look}
            title={subject}
            srcDoc={html}
            sandbox="allow-top-navigation-by-user-activation"
            style={{ colorScheme: look === "dark" ? "dark" : "light" }}
            className={classes(
              "mx-auto block h-[44rem] w-full rounded-md border border-line",
              look === "phone" && "max-w-80",
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
      {replyTo && (
        <p className="mt-8 break-words text-sm text-soft">{m.mailbox_reply_to({ address: replyTo })}</p>
      )}
      {unsubscribe && (
        <p className="mt-8 break-words text-sm text-soft">
          {m.mailbox_switch_off()}{" "}
          <a href={unsubscribe} className="break-all text-link underline underline-offset-2">
            {unsubscribe}
          </a>
        </p>
      )}
    </div>
  );
}
