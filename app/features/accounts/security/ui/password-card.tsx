import { KeyRound } from "lucide-react";
import { href } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { LinkButton } from "#app/ui/button.tsx";
import { SecurityCard } from "./security-card.tsx";

export function PasswordCard({ has }: { has: boolean }) {
  return (
    <SecurityCard
      Icon={KeyRound}
      title={m.auth_password()}
      text={has ? m.security_password_has() : m.security_password_none()}
      actions={
        <LinkButton to={href("/profile/security/password")}>
          {has ? m.security_password_change() : m.security_password_set()}
        </LinkButton>
      }
    />
  );
}
