import { Smartphone } from "lucide-react";
import { href } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { LinkButton } from "#app/ui/button.tsx";
import { SecurityCard } from "./security-card.tsx";

/** The user's phone number. It also says when numbers cannot be confirmed on this server. */
export function PhoneCard({ number, texts }: { number: string | null; texts: boolean }) {
  const none = texts ? m.phone_none() : m.phone_unavailable();
  return (
    <SecurityCard
      Icon={Smartphone}
      title={m.phone_title()}
      text={number ? m.phone_has({ number }) : none}
      actions={
        (number || texts) && (
          <LinkButton to={href("/profile/security/phone")}>
            {number ? m.phone_change() : m.phone_add()}
          </LinkButton>
        )
      }
    />
  );
}
