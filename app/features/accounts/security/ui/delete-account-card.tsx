import { DoorOpen } from "lucide-react";
import { href } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { LinkButton } from "#app/ui/button.tsx";
import { SecurityCard } from "./security-card.tsx";

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
