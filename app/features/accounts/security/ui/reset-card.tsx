import { Mail } from "lucide-react";
import { href, useFetcher } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { Button } from "#app/ui/button.tsx";
import { SecurityCard } from "./security-card.tsx";

/** Mails the signed-in user a link for a new password. */
export function ResetCard() {
  const fetcher = useFetcher();
  return (
    <SecurityCard
      Icon={Mail}
      title={m.security_reset_title()}
      text={m.security_reset_text()}
      actions={
        <fetcher.Form method="post" action={href("/profile/security/reset-email")}>
          <Button type="submit" busy={fetcher.state !== "idle"} busyLabel={m.auth_forgot_sending()}>
            {m.security_reset_send()}
          </Button>
        </fetcher.Form>
      }
    />
  );
}
