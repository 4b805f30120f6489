import { href } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { Alert } from "#app/ui/alert.tsx";
import { PageTitle } from "#app/ui/headings.tsx";
import { LinkTabs } from "#app/ui/tabs.tsx";
import { listTitle } from "#app/ui/title.ts";

const TABS = {
  overview: { to: href("/operator"), label: m.operator_overview },
  people: { to: href("/operator/people"), label: m.operator_people },
  jobs: { to: href("/operator/jobs"), label: m.operator_jobs },
  settings: { to: href("/operator/settings"), label: m.settings_title },
  signals: { to: href("/operator/signals"), label: m.signals_title },
  promises: { to: href("/operator/promises"), label: m.promises_title },
  reviews: { to: href("/operator/reviews"), label: m.quotes_title },
  searches: { to: href("/operator/searches"), label: m.searches_title },
  staff: { to: href("/operator/staff"), label: m.staff_title },
  records: { to: href("/operator/records"), label: m.records_title },
} as const;
type Tab = keyof typeof TABS;

/** The title of the document: "Settings · Operator". `part` is what the query selects. */
export function operatorTitle(tab: Tab, part?: string): string {
  return listTitle([TABS[tab].label(), part, m.operator_title()]);
}

interface OperatorHeadProps {
  readonly current: Tab;
  readonly count?: string;
  /** Why a form of the page failed. */
  readonly fault?: string | undefined;
}

export function OperatorHead({ current, count, fault }: OperatorHeadProps) {
  return (
    <>
      <PageTitle title={TABS[current].label()} count={count} />
      <div className="mb-8">
        <LinkTabs
          label={m.operator_title()}
          tabs={Object.entries(TABS).map(([tab, { to, label }]) => ({
            to,
            label: label(),
            current: tab === current,
          }))}
        />
      </div>
      {fault && (
        <Alert tone="danger" className="mb-8">
          {fault}
        </Alert>
      )}
    </>
  );
}
