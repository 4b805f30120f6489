import { MailCheck } from "lucide-react";
import { useEffect, useRef } from "react";
import { href, Link } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { ResendButton } from "./resend-button.tsx";
import { clearSignUpDraft } from "./sign-up-draft.ts";

export function CheckEmail({ email, mailbox }: { email: string; mailbox: boolean }) {
  const panel = useRef<HTMLDivElement>(null);
  // The panel replaces the form: it gets the focus, so that a screen reader reads it. The form was longer than a
  // phone's screen, so the page scrolls back to its top.
  useEffect(() => {
    panel.current?.focus({ preventScroll: true });
    window.scrollTo({ top: 0, behavior: "instant" });
  }, []);
  useEffect(clearSignUpDraft, []);
  return (
    <div ref={panel} tabIndex={-1} className="grid justify-items-start gap-3 outline-none">
      <MailCheck aria-hidden="true" className="size-9 text-clay" />
      <p className="font-semibold text-heading">{m.auth_check_email()}</p>
      <p className="text-soft">{m.auth_check_email_to({ email })}</p>
      {mailbox && (
        <p>
          <Link to={href("/dev/mailbox")} className="text-link underline underline-offset-2">
            {m.auth_mailbox()}
          </Link>
        </p>
      )}
      <p className="text-sm text-soft">{m.auth_check_email_else()}</p>
      <ResendButton identifier={email} />
    </div>
  );
}
