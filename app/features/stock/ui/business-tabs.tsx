import { href } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { LinkTabs } from "#app/ui/tabs.tsx";
import { OVERVIEW_PATH } from "../overview/view.ts";

export type BusinessTab = "overview" | "manual" | "bulk";

/** The tabs of the pages for sellers with a large stock. */
export function BusinessTabs({ current }: { current: BusinessTab }) {
  const path = href("/sell/business");
  const tabs = [
    { tab: "manual", to: path, label: m.business_manual() },
    { tab: "bulk", to: `${path}?tab=upload`, label: m.business_bulk() },
    { tab: "overview", to: OVERVIEW_PATH, label: m.overview_title() },
  ] as const;
  return (
    <div className="mb-8">
      <LinkTabs
        label={m.business_tabs()}
        tabs={tabs.map(({ tab, to, label }) => ({ to, label, current: tab === current }))}
      />
    </div>
  );
}
