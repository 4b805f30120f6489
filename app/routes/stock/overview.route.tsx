import { data, href } from "react-router";
import { listingCountsOf } from "#app/features/listings/queries.server.ts";
import { overviewOf } from "#app/features/stock/overview/present.server.ts";
import { Overview } from "#app/features/stock/overview/ui/overview.tsx";
import { OVERVIEW_PATH } from "#app/features/stock/overview/view.ts";
import { BusinessTabs } from "#app/features/stock/ui/business-tabs.tsx";
import { m } from "#app/paraglide/messages.js";
import { signedIn, signedInViewer } from "#app/platform/guards.server.ts";
import { logger } from "#app/platform/log.server.ts";
import { Alert } from "#app/ui/alert.tsx";
import { LinkButton } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageTitle } from "#app/ui/headings.tsx";
import { listTitle, titled } from "#app/ui/title.ts";
import type { Route } from "./+types/overview.route.ts";

export const middleware = [signedIn];

/** /sell/business/overview: what a shop looks at in the morning (decision 0185). */
export async function loader({ context }: Route.LoaderArgs) {
  const viewer = await context.get(signedInViewer);
  const reading = listingCountsOf(viewer.id).then((counts) => {
    const listings = [...counts.values()].reduce((sum, count) => sum + count, 0);
    return overviewOf(viewer, listings, new Date());
  });
  const overview = await reading.catch((error: unknown) => {
    logger.error({ err: error }, "the overview of a shop could not be read");
    return null;
  });
  return data({ overview }, { status: overview ? 200 : 500 });
}

export function meta() {
  return titled(listTitle([m.overview_title(), m.business_title()]), m.overview_lead());
}

export default function OverviewPage({ loaderData: { overview } }: Route.ComponentProps) {
  return (
    <div className="wrap pb-20">
      <PageTitle
        title={m.overview_title()}
        lead={m.overview_lead()}
        actions={<LinkButton to={href("/sell/business/stock")}>{m.business_stock()}</LinkButton>}
      />
      <BusinessTabs current="overview" />
      {!overview && (
        <Alert
          tone="danger"
          title={m.overview_failed()}
          action={<LinkButton to={OVERVIEW_PATH}>{m.error_try_again()}</LinkButton>}
        />
      )}
      {overview?.isNew && (
        <EmptyState
          title={m.overview_empty()}
          hint={m.overview_empty_hint()}
          action={
            <>
              <LinkButton to={`${href("/sell/business")}?tab=upload`} variant="primary">
                {m.stock_upload()}
              </LinkButton>
              <LinkButton to={href("/sell")}>{m.mine_sell()}</LinkButton>
            </>
          }
        />
      )}
      {overview && !overview.isNew && <Overview overview={overview} />}
    </div>
  );
}
