import { Link } from "react-router";
import { presentSentReport } from "#app/features/moderation/cases/present-sent.server.ts";
import { reportsBy } from "#app/features/moderation/cases/sent-reports.server.ts";
import { m } from "#app/paraglide/messages.js";
import { signedIn, signedInViewer } from "#app/platform/guards.server.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageTitle } from "#app/ui/headings.tsx";
import { titled } from "#app/ui/title.ts";
import type { Route } from "./+types/sent-reports.route.ts";

export const middleware = [signedIn];

const MOST = 100;

/** /reports: the viewer's latest reports and what came of each. */
export async function loader({ context }: Route.LoaderArgs) {
  const viewer = await context.get(signedInViewer);
  const rows = await reportsBy(viewer.id, MOST);
  const now = new Date();
  return { reports: rows.map((row) => presentSentReport(row, now)) };
}

export function meta() {
  return titled(m.sent_reports_title());
}

export default function SentReportsPage({ loaderData: { reports } }: Route.ComponentProps) {
  return (
    <div className="wrap-column pb-16">
      <PageTitle title={m.sent_reports_title()} />
      {reports.length === 0 ? (
        <EmptyState title={m.sent_reports_empty()} hint={m.sent_reports_empty_hint()} />
      ) : (
        <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface">
          {reports.map((report) => (
            <li key={report.id}>
              <Link
                to={report.path}
                className="grid gap-1 px-4 py-3 hover:bg-sunken focus-visible:-outline-offset-3"
              >
                <span className="flex flex-wrap justify-between gap-x-4">
                  <bdi className="min-w-0 truncate font-semibold">{report.about}</bdi>
                  <span className="text-soft text-sm">{report.ago}</span>
                </span>
                <span className="text-soft">{report.outcome}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
