import { href, Link } from "react-router";
import { formatFigure } from "#app/domain/format.ts";
import { promisePath } from "#app/domain/promises.ts";
import { m } from "#app/paraglide/messages.js";
import { getLocale } from "#app/paraglide/runtime.js";
import { LinkButton } from "#app/ui/button.tsx";

/**
 * The 'Earn the Most With Us' banner.
 * @param fee the shop's share in percent; null when the shop does not announce it
 */
export function Earn({ fee }: { fee: number | null }) {
  return (
    <section
      aria-labelledby="earn"
      className="relative grid items-center gap-x-12 gap-y-6 overflow-hidden rounded-xl bg-clay-fill px-6 py-10 text-on-clay sm:px-12 sm:py-14 md:grid-cols-[minmax(0,1fr)_auto]"
    >
      <div className="relative grid justify-items-start gap-3">
        <h2 id="earn" className="text-title">
          {m.home_earn_title()}
        </h2>
        {fee !== null && (
          <p className="font-semibold text-lg">
            <Link to={promisePath("sellingFee")} className="underline underline-offset-4">
              {m.home_earn_fee({ percent: formatFigure(fee, getLocale()) })}
            </Link>
          </p>
        )}
        <p className="max-w-xl text-pretty">
          {fee === null ? m.home_earn_text_no_fee() : m.home_earn_text()}
        </p>
        <LinkButton to={href("/sell")} size="lg" className="mt-2">
          {m.home_earn_start()}
        </LinkButton>
      </div>
      {fee !== null && <Share percent={100 - fee} />}
    </section>
  );
}

function Share({ percent }: { percent: number }) {
  return (
    <p
      aria-hidden="true"
      className="relative justify-self-start font-bold font-display text-[clamp(4.5rem,12vw,8.5rem)] leading-none tracking-[-0.05em] tabular-nums md:justify-self-end"
    >
      {formatFigure(percent, getLocale())}
      <span className="align-super text-[0.45em]">%</span>
    </p>
  );
}
