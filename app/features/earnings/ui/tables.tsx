import type { ReactNode } from "react";
import { Link } from "react-router";
import { m } from "#app/paraglide/messages.js";
import type { EarnedTypeView, EarnedView, EarningsView } from "../view.ts";

const NUMBER = "whitespace-nowrap py-2 pl-2 text-right sm:pl-3";
const NAME = "py-2 pr-2 text-left font-normal sm:pr-3";
const HEADING = "py-2 pl-2 text-right font-normal sm:pl-3";

function Amounts({ caption, head, children }: { caption: string; head: ReactNode; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable by the keyboard
    <section tabIndex={0} aria-label={caption} className="overflow-x-auto">
      <table className="w-full text-sm tabular-nums sm:text-[0.9375rem]">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-court border-b text-soft text-sm">{head}</tr>
        </thead>
        {children}
      </table>
    </section>
  );
}

function Head({ name, children }: { name: string; children?: ReactNode }) {
  return (
    <>
      <th scope="col" className={NAME}>
        {name}
      </th>
      {children}
      {[m.earnings_sales(), m.earnings_agreed(), m.earnings_received()].map((label) => (
        <th key={label} scope="col" className={HEADING}>
          {label}
        </th>
      ))}
    </>
  );
}

function Cells({ earned: { agreed, received } }: { earned: EarnedView }) {
  return (
    <>
      <td className={NUMBER}>{agreed.sales}</td>
      <td className={NUMBER}>{agreed.text}</td>
      <td className={NUMBER}>{received.text}</td>
    </>
  );
}

export function MonthTable({ months, shown, rangeLabel }: EarningsView) {
  return (
    <Amounts
      caption={m.earnings_months_caption({ range: rangeLabel })}
      head={<Head name={m.earnings_month()} />}
    >
      <tbody>
        {months.toReversed().map((month) => (
          <tr key={month.month} className="border-line border-b">
            <th scope="row" className={NAME}>
              {month.to ? (
                <Link to={`${month.to}#month`} className="text-link inline-block py-1">
                  {month.label}
                </Link>
              ) : (
                <span className="inline-block py-1 text-soft">{month.label}</span>
              )}
            </th>
            <Cells earned={month} />
          </tr>
        ))}
      </tbody>
      {shown && <Total earned={shown} />}
    </Amounts>
  );
}

function Total({ earned, children }: { earned: EarnedView; children?: ReactNode }) {
  return (
    <tfoot>
      <tr className="font-semibold">
        <th scope="row" className="py-2.5 pr-3 text-left">
          {m.earnings_total()}
        </th>
        {children}
        <Cells earned={earned} />
      </tr>
    </tfoot>
  );
}

export function TypeTable({ types, shown, rangeLabel }: EarningsView) {
  return (
    <Amounts
      caption={m.earnings_types_caption({ range: rangeLabel })}
      head={
        <Head name={m.earnings_category()}>
          <th scope="col" className={HEADING}>
            {m.earnings_share()}
          </th>
        </Head>
      }
    >
      <tbody>
        {types.map((row) => (
          <tr key={row.type} className="border-line border-b">
            <th scope="row" className={NAME}>
              {row.label}
            </th>
            <Share of={row} />
            <Cells earned={row} />
          </tr>
        ))}
      </tbody>
      {shown && (
        <Total earned={shown}>
          <td />
        </Total>
      )}
    </Amounts>
  );
}

function Share({ of: { share, shareOfAll } }: { of: EarnedTypeView }) {
  return (
    <td className={NUMBER}>
      <span className="flex items-center justify-end gap-3">
        <svg
          viewBox="0 0 100 10"
          preserveAspectRatio="none"
          aria-hidden="true"
          className="hidden h-2.5 w-24 sm:block"
        >
          <rect width={100} height={10} className="fill-sunken" />
          <rect width={shareOfAll * 100} height={10} className="fill-clay" />
        </svg>
        <span className="sm:min-w-14">{share}</span>
      </span>
    </td>
  );
}
