import { voteCounts } from "#app/features/assistant/votes.server.ts";
import { seriesOf } from "#app/features/operator/daily-counts.ts";
import { dailyCounts, health, totals } from "#app/features/operator/overview.server.ts";
import {
  presentHealth,
  presentSeries,
  presentTotals,
  presentVotes,
} from "#app/features/operator/present.server.ts";
import { FactList } from "#app/features/operator/ui/fact-list.tsx";
import { OperatorHead, operatorTitle } from "#app/features/operator/ui/operator-head.tsx";
import { m } from "#app/paraglide/messages.js";
import { operating, operator } from "#app/platform/guards.server.ts";
import { failedJobs } from "#app/platform/jobs.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { BarFigure } from "#app/ui/bars.tsx";
import { SectionHeading } from "#app/ui/headings.tsx";
import { titled } from "#app/ui/title.ts";
import type { Route } from "./+types/overview.route.ts";

export const middleware = [operating];

const DAYS = 30;
const MOST_FAILED = 100;

/** /operator: the overview of the shop (docs/decisions/0108-operator.md). */
export async function loader({ context }: Route.LoaderArgs) {
  await context.get(operator);
  const [daily, now, votes, parts, failed] = await Promise.all([
    dailyCounts(DAYS),
    totals(),
    voteCounts(DAYS),
    health(),
    failedJobs(MOST_FAILED),
  ]);
  return {
    series: presentSeries(seriesOf(daily.rows, daily.today, DAYS)),
    totals: presentTotals(now),
    votes: presentVotes(votes),
    health: presentHealth(parts, failed, new Date()),
  };
}

/** Without an action the router would answer 405, which reveals that the URL exists. */
export function action(): never {
  throw new Refused("home_not_found");
}

export function meta() {
  return titled(operatorTitle("overview"));
}

export default function OverviewPage({
  loaderData: { series, totals, votes, health },
}: Route.ComponentProps) {
  return (
    <div className="wrap-column pb-16">
      <OperatorHead current="overview" />
      <section aria-labelledby="days" className="mb-12">
        <SectionHeading id="days" title={m.operator_days({ days: DAYS })} />
        <ul className="grid gap-x-8 gap-y-6 sm:grid-cols-2">
          {series.map(({ kind, label, total, heights }) => (
            <li key={kind}>
              <BarFigure label={label} total={total} heights={heights} />
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="now" className="mb-12">
        <SectionHeading id="now" title={m.operator_now()} />
        <FactList facts={totals} />
      </section>
      <section aria-labelledby="concierge" className="mb-12">
        <SectionHeading id="concierge" title={m.operator_concierge({ days: DAYS })} />
        {votes.length > 0 ? <FactList facts={votes} /> : <p>{m.operator_concierge_none()}</p>}
      </section>
      <section aria-labelledby="health">
        <SectionHeading id="health" title={m.operator_health()} />
        <FactList
          facts={health.map(({ label, text, good }) => ({
            label,
            value: text,
            mark: good
              ? { text: m.operator_good(), tone: "good" }
              : { text: m.operator_problem(), tone: "danger" },
          }))}
        />
      </section>
    </div>
  );
}
