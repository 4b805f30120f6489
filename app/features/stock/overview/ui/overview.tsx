import type { ReactNode } from "react";
import { href, Link } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { BarFigure } from "#app/ui/bars.tsx";
import { countText } from "#app/ui/count-text.ts";
import { ExcelLink } from "#app/ui/form-buttons.tsx";
import { SectionHeading } from "#app/ui/headings.tsx";
import { stockPath } from "../../table/address.ts";
import { STALE_DAYS, WHOLE_STOCK } from "../../table/rules.ts";
import {
  type OverviewFile,
  type OverviewLine,
  type OverviewList,
  type OverviewView,
  overviewFilePath,
} from "../view.ts";
import { WEEKS } from "../weeks.ts";

export function Overview({ overview }: { overview: OverviewView }) {
  const { offers, questions, overpriced } = overview;
  return (
    <div className="grid gap-x-12 gap-y-10 lg:grid-cols-2">
      <Waiting
        id="offers"
        title={m.overview_offers()}
        none={m.overview_offers_none()}
        list={offers}
        file="offers"
        all={{ to: `${href("/offers")}?as=seller`, label: m.overview_offers_all() }}
      />
      <Waiting
        id="questions"
        title={m.overview_questions()}
        none={m.overview_questions_none()}
        list={questions}
        file="questions"
        all={{ to: href("/messages"), label: m.overview_questions_all() }}
      />
      <WeekFigures overview={overview} />
      <Faults overview={overview} />
      <Waiting
        id="overpriced"
        title={m.overview_overpriced()}
        none={m.overview_overpriced_none()}
        list={overpriced}
        file="overpriced"
        all={{ to: stockPath({ ...WHOLE_STOCK, sort: "price_desc" }), label: m.overview_overpriced_all() }}
      />
      <Advertise overview={overview} />
    </div>
  );
}

function Files({ to, children }: { to: string; children?: ReactNode }) {
  return (
    <p className="mt-3 flex flex-wrap items-center gap-x-5 gap-y-1 text-[0.9375rem]">
      {children}
      <Link to={to} reloadDocument download className="text-link py-1">
        {m.overview_file()}
      </Link>
      <ExcelLink to={to} />
    </p>
  );
}

function Lines({ lines }: { lines: readonly OverviewLine[] }) {
  return (
    <ul className="divide-y divide-line border-line border-y">
      {lines.map(({ key, to, name, text }) => (
        <li key={key} className="py-2.5">
          <Link to={to} className="text-link wrap-anywhere">
            {name}
          </Link>
          <span className="block text-[0.9375rem] text-soft tabular-nums">{text}</span>
        </li>
      ))}
    </ul>
  );
}

interface WaitingProps {
  readonly id: string;
  readonly title: string;
  /** The text of an empty list. */
  readonly none: string;
  readonly list: OverviewList;
  readonly file: OverviewFile;
  /** Where all of them are. */
  readonly all: { readonly to: string; readonly label: string };
}

function Waiting({ id, title, none, list: { count, lines }, file, all }: WaitingProps) {
  return (
    <section aria-labelledby={id} className="min-w-0">
      <SectionHeading id={id} title={title} count={count > 0 ? count : undefined} />
      {count === 0 ? (
        <p className="text-soft">{none}</p>
      ) : (
        <>
          <Lines lines={lines} />
          <Files to={overviewFilePath(file)}>
            <Link to={all.to} className="text-link py-1">
              {all.label}
            </Link>
          </Files>
        </>
      )}
    </section>
  );
}

function WeekFigures({ overview: { series, weeks } }: { overview: OverviewView }) {
  return (
    <section aria-labelledby="weeks" className="min-w-0 lg:col-span-2">
      <SectionHeading id="weeks" title={m.overview_weeks({ count: WEEKS })} />
      <ul className="grid gap-x-8 gap-y-6 sm:grid-cols-3">
        {series.map(({ key, label, total, heights }) => (
          <li key={key}>
            <BarFigure label={label} total={total} heights={heights} />
          </li>
        ))}
      </ul>
      <details className="mt-4">
        <summary className="flex min-h-11 cursor-pointer items-center font-semibold">
          {m.overview_by_week()}
        </summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable by the keyboard */}
        <section tabIndex={0} aria-label={m.overview_by_week()} className="overflow-x-auto">
          <table className="w-full text-sm tabular-nums sm:text-[0.9375rem]">
            <thead>
              <tr className="border-court border-b text-soft text-sm">
                <th scope="col" className="py-2 pr-3 text-left font-normal">
                  {m.overview_week()}
                </th>
                {[m.overview_sales_count(), m.overview_sales(), m.overview_views(), m.overview_hearts()].map(
                  (label) => (
                    <th key={label} scope="col" className="py-2 pl-3 text-right font-normal">
                      {label}
                    </th>
                  ),
                )}
              </tr>
            </thead>
            <tbody>
              {weeks.map(({ week, label, sales, amount, views, hearts }) => (
                <tr key={week} className="border-line border-b">
                  <th scope="row" className="whitespace-nowrap py-2 pr-3 text-left font-normal">
                    {label}
                  </th>
                  <td className="py-2 pl-3 text-right">{sales}</td>
                  <td className="whitespace-nowrap py-2 pl-3 text-right">{amount}</td>
                  <td className="py-2 pl-3 text-right">{views}</td>
                  <td className="py-2 pl-3 text-right">{hearts}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </details>
      <Files to={overviewFilePath("weeks")} />
    </section>
  );
}

/** What went wrong, and what lies too long. */
function Faults({ overview: { stale, failedPictures, upload, feeds } }: { overview: OverviewView }) {
  const failed = stockPath({ ...WHOLE_STOCK, state: "picture_failed" });
  const old = stockPath({ ...WHOLE_STOCK, state: "stale", sort: "oldest" });
  const lines = [
    ...feeds,
    ...(upload ? [upload] : []),
    ...(failedPictures > 0
      ? [
          {
            key: "pictures",
            to: failed,
            name: m.overview_pictures(),
            text: m.overview_pictures_count({ count: countText(failedPictures) }),
          },
        ]
      : []),
    ...(stale > 0
      ? [
          {
            key: "stale",
            to: old,
            name: m.overview_stale({ days: STALE_DAYS }),
            text: m.overview_stale_count({ count: countText(stale) }),
          },
        ]
      : []),
  ];
  return (
    <section aria-labelledby="faults" className="min-w-0">
      <SectionHeading id="faults" title={m.overview_faults()} />
      {lines.length === 0 ? <p className="text-soft">{m.overview_faults_none()}</p> : <Lines lines={lines} />}
    </section>
  );
}

function Advertise({ overview: { files } }: { overview: OverviewView }) {
  return (
    <section aria-labelledby="advertise" className="min-w-0 lg:col-span-2">
      <SectionHeading id="advertise" title={m.overview_advertise()} />
      <p className="mb-3 max-w-prose text-soft">{m.overview_advertise_text()}</p>
      <dl className="divide-y divide-line border-line border-y">
        {[
          [m.overview_google(), files.google],
          [m.overview_products(), files.products],
        ].map(([label, address = ""]) => (
          <div key={label} className="py-2.5">
            <dt className="text-soft text-sm">{label}</dt>
            <dd>
              <a href={address} className="text-link wrap-anywhere">
                {address}
              </a>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
