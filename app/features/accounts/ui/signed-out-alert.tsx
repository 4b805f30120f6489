import { href, Link } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { Alert } from "#app/ui/alert.tsx";

/**
 * Says above a form that the user is signed out. Signing in happens in another tab, so that the typed text stays.
 * This tab is notified by SessionSync.
 */
export function SignedOutAlert({ className }: { className?: string }) {
  return (
    <Alert tone="danger" title={m.session_ended()} className={className}>
      <p>{m.session_ended_form()}</p>
      <Link to={href("/auth")} target="_blank" className="text-link underline underline-offset-2">
        {m.session_sign_in_again()}
      </Link>
    </Alert>
  );
}
