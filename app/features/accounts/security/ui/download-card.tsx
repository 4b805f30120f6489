import { Download } from "lucide-react";
import { href } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { LinkButton } from "#app/ui/button.tsx";
import { SecurityCard } from "./security-card.tsx";

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
