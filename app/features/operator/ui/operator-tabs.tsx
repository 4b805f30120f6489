import { href } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { LinkTabs } from "#app/ui/tabs.tsx";

type Tab = "overview" | "people" | "jobs" | "settings" | "promises" | "reviews" | "staff" | "records";

export function OperatorTabs({ current }: { current: Tab }) {
  const tabs: readonly { tab: Tab; to: string; label: string }[] = [
    { tab: "overview", to: href("/operator"), label: m.operator_overview() },
    { tab: "people", to: href("/operator/people"), label: m.operator_people() },
    { tab: "jobs", to: href("/operator/jobs"), label: m.operator_jobs() },
    { tab: "settings", to: href("/operator/settings"), label: m.settings_title() },
    { tab: "promises", to: href("/operator/promises"), label: m.promises_title() },
    { tab: "reviews", to: href("/operator/reviews"), label: m.quotes_title() },
    { tab: "staff", to: href("/operator/staff"), label: m.staff_title() },
    { tab: "records", to: href("/operator/records"), label: m.records_title() },
  ];
  return (
    <div className="mb-8">
      <LinkTabs
        label={m.operator_title()}
        tabs={tabs.map(({ tab, to, label }) => ({ to, label, current: tab === current }))}
      />
    </div>
  );
}
