import { data, href } from "react-router";
import { EARNINGS_PATH } from "#app/features/earnings/address.ts";
import { type OpenedSales, presentEarnings } from "#app/features/earnings/present.server.ts";
import { latestSales, monthSums } from "#app/features/earnings/queries.server.ts";
import {
  intervalOf,
  isYear,
  LAST_MONTHS,
  LATEST,
  monthsIn,
  type Range,
  readRange,
} from "#app/features/earnings/rules.ts";
import { Earnings } from "#app/features/earnings/ui/earnings.tsx";
import { m } from "#app/paraglide/messages.js";
import { signedIn, signedInViewer } from "#app/platform/guards.server.ts";
import { logger } from "#app/platform/log.server.ts";
import { Alert } from "#app/ui/alert.tsx";
import { LinkButton } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageTitle } from "#app/ui/headings.tsx";
import { listTitle, titled } from "#app/ui/title.ts";
import type { Route } from "./+types/earnings.route";

export const middleware = [signedIn];

/**
 * /my-earnings, the page "Get paid". `?range=` selects a year; without it, the page shows the last twelve
 * months. `?month=` lists the sales of a month.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const viewer = await context.get(signedInViewer);
  const { searchParams } = new URL(request.url);
  const now = new Date();
  const requested = readRange(searchParams.get("range"));
  const range = isYear(requested) ? requested : LAST_MONTHS;
  const month = monthsIn(range, now).find((one) => one === searchParams.get("month"));
  const read = await Promise.all([
    monthSums(viewer.id),
    month ? salesOfMonth(viewer.id, month, now) : null,
    latestSales(viewer.id, null, LATEST),
  ]).catch((error: unknown) => {
    logger.error({ err: error }, "the sales of a seller could not be read");
    return null;
  });
  if (!read) return data({ earnings: null, failed: true }, { status: 500 });
  const [sums, sales, latest] = read;
  return data({
    earnings: sums.length > 0 ? presentEarnings(sums, range, sales, latest, now) : null,
    failed: false,
  });
}

async function salesOfMonth(sellerId: string, month: Range, now: Date): Promise<OpenedSales | null> {
  const interval = intervalOf(month, now);
  const { rows, count } = interval ? await latestSales(sellerId, interval) : { rows: [], count: 0 };
  return count > 0 ? { month, rows, count } : null;
}

export function meta({ loaderData }: Route.MetaArgs) {
  const earnings = loaderData?.earnings;
  return titled(listTitle([m.shell_get_paid(), earnings?.opened?.title ?? earnings?.rangeLabel]));
}

export default function EarningsPage({ loaderData: { earnings, failed } }: Route.ComponentProps) {
  return (
    <div className="wrap pb-16">
      <PageTitle
        title={m.shell_get_paid()}
        lead={m.earnings_no_payout()}
        count={earnings?.shown ? m.earnings_sales_count({ count: earnings.shown.agreed.sales }) : undefined}
        actions={<LinkButton to={`${href("/help")}#how-payment-works`}>{m.help_q_payment()}</LinkButton>}
      />
      {failed ? (
        <Alert
          tone="danger"
          title={m.earnings_failed()}
          action={<LinkButton to={EARNINGS_PATH}>{m.error_try_again()}</LinkButton>}
        />
      ) : earnings ? (
        <Earnings earnings={earnings} />
      ) : (
        <EmptyState
          title={m.earnings_empty()}
          hint={m.earnings_empty_hint()}
          action={
            <>
              <LinkButton to={href("/sell")} variant="primary">
                {m.mine_sell()}
              </LinkButton>
              <LinkButton to={href("/my-listings")}>{m.shell_my_items()}</LinkButton>
            </>
          }
        />
      )}
    </div>
  );
}
