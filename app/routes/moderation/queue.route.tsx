import { href } from "react-router";
import { presentCase } from "#app/features/moderation/cases/present.server.ts";
import { QUEUE_TABS, queue, queueCounts } from "#app/features/moderation/cases/queries.server.ts";
import { viewTexts } from "#app/features/moderation/cases/texts.server.ts";
import { CaseRow, moveInList } from "#app/features/moderation/cases/ui/case-row.tsx";
import { m } from "#app/paraglide/messages.js";
import { moderating, moderator } from "#app/platform/guards.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { LinkButton } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageTitle } from "#app/ui/headings.tsx";
import { LinkTabs } from "#app/ui/tabs.tsx";
import { listTitle, titled } from "#app/ui/title.ts";
import type { Route } from "./+types/queue.route.ts";

export const middleware = [moderating];

const CASES_PER_PAGE = 50;

/**
 * /moderation: the cases of a tab (`?view=`), by default the open ones, the most urgent first
 * (docs/decisions/0091-decisions.md).
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const viewer = await context.get(moderator);
  const { searchParams } = new URL(request.url);
  const view = QUEUE_TABS.find((one) => one === searchParams.get("view")) ?? "open";
  const page = Math.max(1, Math.min(1_000, Number.parseInt(searchParams.get("page") ?? "1", 10) || 1));
  const [rows, counts] = await Promise.all([
    queue(view, viewer.id, { offset: (page - 1) * CASES_PER_PAGE, most: CASES_PER_PAGE + 1 }),
    queueCounts(viewer.id),
  ]);
  const now = new Date();
  const texts = viewTexts(counts);
  return {
    page,
    cases: rows.slice(0, CASES_PER_PAGE).map((row) => presentCase(row, now)),
    next: rows.length > CASES_PER_PAGE ? `?view=${view}&page=${page + 1}` : null,
    tabs: QUEUE_TABS.map((one) => ({ view: one, label: texts[one], current: one === view })),
  };
}

/** Without an action the router would answer 405, which reveals that the URL exists. */
export function action(): never {
  throw new Refused("home_not_found");
}

export function meta({ loaderData }: Route.MetaArgs) {
  const tab = loaderData?.tabs.find(({ current }) => current)?.label;
  return titled(listTitle([m.moderation_title(), tab], loaderData?.page));
}

export default function QueuePage({ loaderData: { cases, next, tabs } }: Route.ComponentProps) {
  return (
    <div className="wrap pb-16">
      <PageTitle
        title={m.moderation_title()}
        lead={<span className="pointer-coarse:hidden">{m.moderation_keys()}</span>}
      />
      <LinkTabs
        label={m.moderation_views()}
        tabs={tabs.map(({ view, label, current }) => ({
          to: view === "open" ? href("/moderation") : `${href("/moderation")}?view=${view}`,
          label,
          current,
        }))}
      />
      <div className="grid gap-6 pt-6">
        {cases.length === 0 ? (
          <EmptyState title={m.moderation_empty()} hint={m.moderation_empty_hint()} />
        ) : (
          <ul
            onKeyDown={moveInList}
            className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface"
          >
            {cases.map((row) => (
              <li key={row.id}>
                <CaseRow caseRow={row} />
              </li>
            ))}
          </ul>
        )}
        {next && (
          <p>
            <LinkButton to={next}>{m.moderation_next()}</LinkButton>
          </p>
        )}
      </div>
    </div>
  );
}
