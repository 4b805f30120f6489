import { m } from "#app/paraglide/messages.js";
import { LinkButton } from "#app/ui/button.tsx";
import { ExcelLink } from "#app/ui/excel-link.tsx";
import { SectionHeading } from "#app/ui/headings.tsx";
import { Price } from "#app/ui/price.tsx";
import { LinkTabs } from "#app/ui/tabs.tsx";
import type { AmountView, EarningsView } from "../view.ts";
import { Chart } from "./chart.tsx";
import { OpenedMonth } from "./opened-month.tsx";
import { MonthTable, TypeTable } from "./tables.tsx";

export function Earnings({ earnings }: { earnings: EarningsView }) {
  const { ranges, shown, opened } = earnings;
  return (
    <>
      <Totals totals={earnings.totals} />
      <WhatCounts />
      <section aria-labelledby="by-month" className="mt-12">
        <SectionHeading id="by-month" title={m.earnings_by_month()} />
        <div className="mb-6">
          <LinkTabs label={m.earnings_ranges()} tabs={ranges} />
        </div>
        {shown ? (
          <>
            <Chart {...earnings} />
            <MonthTable {...earnings} />
          </>
        ) : (
          <p className="py-6 text-soft">{m.earnings_none_shown()}</p>
        )}
        <div className="mt-6 flex flex-wrap gap-x-8 gap-y-3">
          {shown && (
            <p className="flex flex-wrap items-center gap-3">
              <LinkButton to={earnings.file} reloadDocument download>
                {m.earnings_file()}
              </LinkButton>
              <ExcelLink to={earnings.file} />
            </p>
          )}
          <p className="flex flex-wrap items-center gap-3">
            <LinkButton to={earnings.fileOfAll} reloadDocument download variant={shown ? "ghost" : undefined}>
              {m.earnings_file_all()}
            </LinkButton>
            <ExcelLink to={earnings.fileOfAll} />
          </p>
        </div>
      </section>
      {opened && <OpenedMonth {...opened} />}
      {shown && (
        <section aria-labelledby="by-type" className="mt-12">
          <SectionHeading id="by-type" title={m.earnings_by_type()} />
          <TypeTable {...earnings} />
        </section>
      )}
    </>
  );
}

function Totals({ totals }: Pick<EarningsView, "totals">) {
  return (
    <section aria-label={m.earnings_totals()} className="grid gap-4 md:grid-cols-3">
      {totals.map(({ label, agreed, received }) => (
        <div key={label} className="rounded-lg border border-line bg-surface p-5">
          <h2 className="text-heading">{label}</h2>
          <dl className="mt-3 grid gap-3">
            <Amount label={m.earnings_agreed()} amount={agreed} />
            <Amount label={m.earnings_received()} amount={received} />
          </dl>
        </div>
      ))}
    </section>
  );
}

function Amount({ label, amount }: { label: string; amount: AmountView }) {
  return (
    <div className="min-w-0">
      <dt className="flex flex-wrap justify-between gap-x-4 text-[0.9375rem] text-soft">
        {label}
        <span className="tabular-nums">{m.earnings_sales_count({ count: amount.sales })}</span>
      </dt>
      <dd className="break-words font-semibold text-xl tabular-nums">
        <Price price={amount.text} approximately={amount.approximately} />
      </dd>
    </div>
  );
}

function WhatCounts() {
  return (
    <section aria-labelledby="what-counts" className="mt-8 max-w-3xl text-[0.9375rem] text-soft">
      <h2 id="what-counts" className="font-semibold text-base text-ink">
        {m.earnings_what_counts()}
      </h2>
      <ul className="mt-2 list-disc space-y-1 pl-5">
        <li>{m.earnings_agreed_means()}</li>
        <li>{m.earnings_received_means()}</li>
        <li>{m.earnings_not_counted()}</li>
      </ul>
    </section>
  );
}
