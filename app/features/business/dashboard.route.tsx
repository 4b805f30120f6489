import { sellCards } from "#app/features/listings/sell/cards.server.ts";
import { SellCards } from "#app/features/listings/ui/sell-cards.tsx";
import { m } from "#app/paraglide/messages.js";
import { requireViewer } from "#app/platform/session.server.ts";
import { LinkButton } from "#app/ui/button.tsx";
import { PageTitle } from "#app/ui/headings.tsx";
import { LinkTabs } from "#app/ui/tabs.tsx";
import { titled } from "#app/ui/title.ts";
import type { Route } from "./+types/dashboard.route.ts";

const PATH = "/sell/business";
const BULK_PATH = `${PATH}?tab=upload`;

/** The Business Seller Dashboard (marketplace spec §2): one by one, or many at once from a file. */
export async function loader({ request, url }: Route.LoaderArgs) {
  await requireViewer(request);
  const isBulk = url.searchParams.get("tab") === "upload";
  return { isBulk, cards: isBulk ? [] : sellCards() };
}

export function meta() {
  return titled(m.business_title(), m.business_lead());
}

export default function DashboardPage({ loaderData: { isBulk, cards } }: Route.ComponentProps) {
  return (
    <div className="wrap pb-20">
      <PageTitle
        title={m.business_title()}
        lead={m.business_lead()}
        actions={
          <>
            <LinkButton to="/sell/business/stock">{m.business_stock()}</LinkButton>
            <LinkButton to="/my-listings">{m.mine_title()}</LinkButton>
          </>
        }
      />
      <div className="mb-8">
        <LinkTabs
          label={m.business_tabs()}
          tabs={[
            { to: PATH, label: m.business_manual(), current: !isBulk },
            { to: BULK_PATH, label: m.business_bulk(), current: isBulk },
          ]}
        />
      </div>
      {!isBulk && <SellCards cards={cards} />}
    </div>
  );
}
