import { Link2 } from "lucide-react";
import { href } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { LinkButton } from "#app/ui/button.tsx";
import { SecurityCard } from "./security-card.tsx";

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
