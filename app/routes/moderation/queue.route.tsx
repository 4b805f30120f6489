import { href } from "react-router";
import { filterCondition, readFilter } from "#app/features/moderation/queue/filter.server.ts";
import {
  CASES_PER_PAGE,
  presentQueue,
  presentQueueRows,
} from "#app/features/moderation/queue/present.server.ts";
import {
  QUEUE_TABS,
  queue,
  queueCounts,
  reportsOfCases,
} from "#app/features/moderation/queue/queries.server.ts";
import { QueueFilterForm } from "#app/features/moderation/queue/ui/queue-filter.tsx";
import { QueueList } from "#app/features/moderation/queue/ui/queue-list.tsx";
import { m } from "#app/paraglide/messages.js";
import { moderating, moderator } from "#app/platform/guards.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { LinkButton } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageTitle } from "#app/ui/headings.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { LinkTabs } from "#app/ui/tabs.tsx";
import { listTitle, titled } from "#app/ui/title.ts";
import type { Route } from "./+types/queue.route.ts";

export const middleware = [moderating];

/**
 * /moderation: the cases of a tab (`?view=`), by default the open ones, the most urgent first, as far as the filter
 * shows them (docs/decisions/0091-decisions.md).
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const viewer = await context.get(moderator);
  const { searchParams } = new URL(request.url);
  const tab = QUEUE_TABS.find((view) => view === searchParams.get("view")) ?? "open";
  const page = Math.max(1, Math.min(1_000, Number.parseInt(searchParams.get("page") ?? "1", 10) || 1));
  const chosen = readFilter(searchParams);
  const part = { tab, viewerId: viewer.id, filter: filterCondition(chosen, viewer.id) };
  const [rows, counts] = await Promise.all([
    queue(part, { offset: (page - 1) * CASES_PER_PAGE, most: CASES_PER_PAGE }),
    queueCounts(part),
  ]);
  const reports = await reportsOfCases(rows.map(({ id }) => id));
  return { page, cases: presentQueueRows(rows, reports, viewer), ...presentQueue(tab, chosen, counts) };
}

/** Without an action the router would answer 405, which reveals that the URL exists. */
export function action(): never {
  throw new Refused("home_not_found");
}

export function meta({ loaderData }: Route.MetaArgs) {
  const tab = loaderData?.tabs.find(({ current }) => current)?.label;
  return titled(listTitle([m.moderation_title(), tab], loaderData?.page));
}

export default function QueuePage({ loaderData }: Route.ComponentProps) {
  const { cases, page, pages, tabs, chips, isOpen } = loaderData;
  return (
    <div className="wrap pb-16">
      <PageTitle
        title={m.moderation_title()}
        lead={<span className="pointer-coarse:hidden">{m.moderation_keys()}</span>}
        actions={<LinkButton to={href("/moderation/people")}>{m.moderation_people()}</LinkButton>}
      />
      <LinkTabs label={m.moderation_views()} tabs={tabs} />
      <div className="grid gap-6 pt-6">
        <QueueFilterForm {...loaderData} />
        {cases.length === 0 ? (
          <EmptyState
            title={m.moderation_empty()}
            hint={chips.length > 0 ? m.queue_empty_filter() : m.moderation_empty_hint()}
          />
        ) : (
          // What was chosen on one page is not chosen on the next.
          <QueueList key={cases.map(({ id }) => id).join()} rows={cases} selectable={isOpen} />
        )}
        <Pagination page={page} pages={pages.length} hrefOf={(nth) => pages[nth - 1] ?? ""} />
      </div>
    </div>
  );
}
