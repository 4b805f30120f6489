import type { ReactNode } from "react";
import type { JustListed } from "#app/features/listings/view.ts";
import { m } from "#app/paraglide/messages.js";
import { Alert } from "#app/ui/alert.tsx";
import { LinkButton } from "#app/ui/button.tsx";

export function ListedPanel({ listed, share }: { listed: JustListed; share: ReactNode }) {
  return (
    <Alert
      tone="good"
      title={m.listed_title()}
      className="mb-6"
      action={
        <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
          <LinkButton to={listed.another} size="sm">
            {m.listed_another()}
          </LinkButton>
          {share}
        </div>
      }
    >
      <bdi>{m.listed_text({ name: listed.name })}</bdi>
    </Alert>
  );
}
