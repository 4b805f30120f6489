import { BellRing } from "lucide-react";
import { href, useFetcher } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { Button, LinkButton } from "#app/ui/button.tsx";
import { SecurityCard } from "./security-card.tsx";

/** The switch for mails about sign-ins from new browsers. */
export function MailCard({ wanted }: { wanted: boolean }) {
  const fetcher = useFetcher();
  return (
    <SecurityCard
      Icon={BellRing}
      title={m.security_mail_title()}
      text={wanted ? m.security_mail_on() : m.security_mail_off()}
      actions={
        <>
          <LinkButton to={href("/notifications/settings")} variant="ghost">
            {m.security_mail_more()}
          </LinkButton>
          <fetcher.Form method="post" action={href("/profile/security/mail")}>
            <input type="hidden" name="wanted" value={wanted ? "no" : "yes"} />
            <Button type="submit" busy={fetcher.state !== "idle"} busyLabel={m.auth_reset_saving()}>
              {wanted ? m.security_mail_switch_off() : m.security_mail_switch_on()}
            </Button>
          </fetcher.Form>
        </>
      }
    />
  );
}
