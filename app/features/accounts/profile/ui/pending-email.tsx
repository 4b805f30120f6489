import type { ReactNode } from "react";
import { m } from "#app/paraglide/messages.js";
import { Alert } from "#app/ui/alert.tsx";
import type { PendingEmailView } from "../view.ts";

export function PendingEmail({ pending, action }: { pending: PendingEmailView; action?: ReactNode }) {
  const { from: email, to, at } = pending;
  return (
    <Alert tone="notice" title={m.profile_email_pending()}>
      <p>{at === "old" ? m.profile_email_at_old({ email, to }) : m.profile_email_at_new({ email, to })}</p>
      {action && <div className="mt-2">{action}</div>}
    </Alert>
  );
}
