import { Link } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { LinkButton } from "#app/ui/button.tsx";
import { SectionHeading } from "#app/ui/headings.tsx";
import { Price } from "#app/ui/price.tsx";
import type { EarningsView, SaleView } from "../view.ts";

export function OpenedMonth({ title, sales, more, file, closeTo }: NonNullable<EarningsView["opened"]>) {
  return (
    <section id="month" aria-labelledby="month-title" className="mt-12 scroll-mt-24">
      <SectionHeading id="month-title" title={title} />
      <Sales sales={sales} />
      {more && <p className="mt-4 text-soft">{more}</p>}
      <div className="mt-5 flex flex-wrap gap-3">
        <LinkButton to={file} reloadDocument download size="sm">
          {m.earnings_file()}
        </LinkButton>
        <LinkButton to={closeTo} preventScrollReset variant="ghost" size="sm">
          {m.earnings_month_close()}
        </LinkButton>
      </div>
    </section>
  );
}

export function Sales({ sales }: { sales: readonly SaleView[] }) {
  return (
    <ul>
      {sales.map((sale) => (
        <Sale key={sale.id} sale={sale} />
      ))}
    </ul>
  );
}

function Sale({ sale }: { sale: SaleView }) {
  return (
    <li className="flex items-baseline justify-between gap-x-4 border-line border-b py-3">
      <div className="min-w-0 flex-1">
        <Link to={sale.to} className="text-link font-semibold">
          <bdi>{sale.name}</bdi>
        </Link>
        <p className="flex flex-wrap gap-x-4 text-[0.9375rem] text-soft">
          <span>{sale.agreed}</span>
          <span>{sale.received}</span>
          <span className="min-w-0">{sale.buyer}</span>
          {sale.pieces && <span>{sale.pieces}</span>}
        </p>
      </div>
      <Price price={sale.price} approximately={sale.approximately} className="font-semibold tabular-nums" />
    </li>
  );
}
