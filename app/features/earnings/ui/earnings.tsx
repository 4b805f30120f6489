import { m } from "#app/paraglide/messages.js";
import { LinkButton } from "#app/ui/button.tsx";
import { ExcelLink } from "#app/ui/form-buttons.tsx";
import { SectionHeading } from "#app/ui/headings.tsx";
import { Price } from "#app/ui/price.tsx";
import { LinkTabs } from "#app/ui/tabs.tsx";
import type { EarningsView } from "../view.ts";
import { Chart } from "./chart.tsx";
import { OpenedMonth, Sales } from "./opened-month.tsx";
import { MonthTable, TypeTable } from "./tables.tsx";

export function Earnings({ earnings }: { earnings: EarningsView }) {
  const { opened, charted, shown } = earnings;
  return (
    <>
      <Sum sum={earnings.sum} />
      <Latest {...earnings} />
      {charted && <ByMonth earnings={earnings} />}
      {opened && <OpenedMonth {...opened} />}
      {charted && shown && (
        <section aria-labelledby="by-type" className="mt-12">
          <SectionHeading id="by-type" title={m.earnings_by_type()} />
          <TypeTable {...earnings} />
        </section>
      )}
      <WhatCounts />
    </>
  );
}

function Sum({ sum: { agreed, receivedToo } }: Pick<EarningsView, "sum">) {
  return (
    <section aria-labelledby="sum">
      <h2 id="sum" className="font-normal text-base text-soft">
        {m.earnings_sum()}
      </h2>
      <p className="font-display font-semibold text-4xl tabular-nums">
        <Price price={agreed.text} approximately={agreed.approximately} />
      </p>
      <p className="mt-1 flex flex-wrap gap-x-4 text-[0.9375rem] text-soft tabular-nums">
        <span>{m.earnings_sales_count({ count: agreed.sales })}</span>
        {receivedToo && <span>{receivedToo}</span>}
      </p>
    </section>
  );
}

function Latest({ latest: { sales, more }, fileOfAll }: EarningsView) {
  return (
    <section aria-labelledby="sales" className="mt-10">
      <SectionHeading id="sales" title={m.earnings_list()} />
      <Sales sales={sales} />
      {more && <p className="mt-4 text-soft">{more}</p>}
      <p className="mt-5 flex flex-wrap items-center gap-3">
        <LinkButton to={fileOfAll} reloadDocument download>
          {m.earnings_file_all()}
        </LinkButton>
        <ExcelLink to={fileOfAll} />
      </p>
    </section>
  );
}

function ByMonth({ earnings }: { earnings: EarningsView }) {
  const { ranges, shown, file } = earnings;
  return (
    <section aria-labelledby="by-month" className="mt-12">
      <SectionHeading id="by-month" title={m.earnings_by_month()} />
      <div className="mb-6">
        <LinkTabs label={m.earnings_ranges()} tabs={ranges} />
      </div>
      {shown ? (
        <>
          <Chart {...earnings} />
          <MonthTable {...earnings} />
          <p className="mt-6 flex flex-wrap items-center gap-3">
            <LinkButton to={file} reloadDocument download>
              {m.earnings_file()}
            </LinkButton>
            <ExcelLink to={file} />
          </p>
        </>
      ) : (
        <p className="py-6 text-soft">{m.earnings_none_shown()}</p>
      )}
    </section>
  );
}

function WhatCounts() {
  return (
    <section aria-labelledby="what-counts" className="mt-12 max-w-3xl text-[0.9375rem] text-soft">
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
