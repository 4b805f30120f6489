import { ShieldCheck } from "lucide-react";
import { href } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { LinkButton } from "#app/ui/button.tsx";
import { SecurityCard } from "./security-card.tsx";

/** The second factor; `left` is the number of backup codes, null while it is off. */
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
