import { Form, href, Link } from "react-router";
import { presentRecordCounts } from "#app/features/moderation/records/present.server.ts";
import { moderationCounts } from "#app/features/moderation/records/queries.server.ts";
import { dayOf, periodOfYear, readPeriod, readYear } from "#app/features/moderation/records/rules.ts";
import { Counts } from "#app/features/moderation/records/ui/counts.tsx";
import { OperatorHead, operatorTitle } from "#app/features/operator/ui/operator-head.tsx";
import { m } from "#app/paraglide/messages.js";
import { operating, operator } from "#app/platform/guards.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { Button } from "#app/ui/button.tsx";
import { SectionHeading } from "#app/ui/headings.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { titled } from "#app/ui/title.ts";
import type { Route } from "./+types/records.route.ts";

export const middleware = [operating];

/** /operator/records: the counts of reports and decisions in a year, and downloads of them and of the staff log. */
export async function loader({ request, context }: Route.LoaderArgs) {
  await context.get(operator);
  const { searchParams } = new URL(request.url);
  const now = new Date();
  const year = readYear(searchParams, now);
  const usual = readPeriod(new URLSearchParams(), now);
  return {
    year,
    earlier: readYear(new URLSearchParams({ year: String(year - 1) }), now) === year - 1 ? year - 1 : null,
    tables: presentRecordCounts(await moderationCounts(periodOfYear(year))),
    from: dayOf(usual.from),
    to: dayOf(now),
  };
}

/** Without an action the router would answer 405, which reveals that the URL exists. */
export function action(): never {
  throw new Refused("home_not_found");
}

export function meta({ loaderData }: Route.MetaArgs) {
  return titled(operatorTitle("records", loaderData && String(loaderData.year)));
}

export default function RecordsPage({
  loaderData: { year, earlier, tables, from, to },
}: Route.ComponentProps) {
  const records = href("/operator/records");
  return (
    <div className="wrap-column pb-16">
      <OperatorHead current="records" />
      <p className="mb-8 text-soft">{m.records_lead()}</p>
      <section aria-labelledby="counts" className="mb-12">
        <SectionHeading id="counts" title={m.records_year({ year })} />
        <Counts tables={tables} />
        <p className="mt-6 flex flex-wrap gap-x-6 gap-y-2">
          <a
            href={`${href("/operator/counts.csv")}?year=${year}`}
            className="text-link hover:underline"
            download
          >
            {m.records_download()}
          </a>
          {earlier !== null && (
            <Link to={`${records}?year=${earlier}`} className="text-link hover:underline">
              {m.records_year({ year: earlier })}
            </Link>
          )}
        </p>
      </section>
      <section aria-labelledby="log">
        <SectionHeading id="log" title={m.staff_log_title()} />
        <Form method="get" action={href("/operator/log.csv")} reloadDocument className="grid gap-5">
          <div className="grid gap-5 sm:grid-cols-2">
            <TextField type="date" name="from" label={m.records_from()} defaultValue={from} required />
            <TextField type="date" name="to" label={m.records_to()} defaultValue={to} required />
          </div>
          <div>
            <Button type="submit">{m.records_download()}</Button>
          </div>
        </Form>
      </section>
    </div>
  );
}
