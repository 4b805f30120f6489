import { DoorOpen, Download, KeyRound, Link2, ShieldCheck, Smartphone, Terminal } from "lucide-react";
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

/** `left` is the number of unused backup codes; null while the second factor is off. */
export function SecondFactorCard({ left }: { left: number | null }) {
  return (
    <SecurityCard
      Icon={ShieldCheck}
      title={m.factor_title()}
      text={left === null ? m.factor_is_off() : m.factor_is_on({ count: left })}
      actions={
        <LinkButton to={href("/profile/security/two-factor")}>
          {left === null ? m.factor_set_up() : m.factor_manage()}
        </LinkButton>
      }
    />
  );
}

/** `texts` is whether this server can send text messages, which confirm a number. */
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

export function IdentitiesCard({ ways }: { ways: readonly string[] }) {
  return (
    <SecurityCard
      Icon={Link2}
      title={m.identities_title()}
      text={ways.join(" · ")}
      actions={<LinkButton to={href("/profile/security/identities")}>{m.identities_manage()}</LinkButton>}
    />
  );
}

export function ApiKeysCard({ count }: { count: number }) {
  return (
    <SecurityCard
      Icon={Terminal}
      title={m.keys_title()}
      text={count === 0 ? m.keys_lead() : m.keys_count({ count })}
      actions={<LinkButton to={href("/profile/security/keys")}>{m.keys_manage()}</LinkButton>}
    />
  );
}

export function DownloadCard() {
  return (
    <SecurityCard
      Icon={Download}
      title={m.export_title()}
      text={m.export_card()}
      actions={<LinkButton to={href("/profile/download")}>{m.export_link()}</LinkButton>}
    />
  );
}

export function DeleteAccountCard() {
  return (
    <SecurityCard
      Icon={DoorOpen}
      title={m.deletion_title()}
      text={m.deletion_card()}
      actions={
        <LinkButton to={href("/profile/delete")} variant="danger">
          {m.deletion_link()}
        </LinkButton>
      }
    />
  );
}
