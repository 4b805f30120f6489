import { href } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { LinkButton } from "#app/ui/button.tsx";
import { Panel } from "#app/ui/panel.tsx";

export function OwnRacketCard({ title }: { title: string | null }) {
  return (
    <Panel aria-labelledby="played">
      <h2 id="played" className="text-heading">
        {m.played_title()}
      </h2>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-4">
        <p className={title === null ? "text-soft" : "font-semibold"}>{title ?? m.played_lead()}</p>
        <LinkButton to={href("/profile/played")}>
          {title === null ? m.played_choose() : m.played_see()}
        </LinkButton>
      </div>
    </Panel>
  );
}
