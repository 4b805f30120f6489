import { href, Link } from "react-router";
import { ACCOUNT_API, API } from "#app/api.server.ts";
import { presentOperations } from "#app/features/api/present.server.ts";
import { ApiViewer } from "#app/features/api/ui/api-viewer.tsx";
import { useTheme } from "#app/features/shell/theme.ts";
import { m } from "#app/paraglide/messages.js";
import { listReasons } from "#app/platform/refused.server.ts";
import { cachePage } from "#app/platform/request-context.server.ts";
import { viewerOf } from "#app/platform/session.server.ts";
import { PageTitle, SectionHeading } from "#app/ui/headings.tsx";
import { titled } from "#app/ui/title.ts";
import type { Route } from "./+types/docs.route.ts";

const QUERY = ["api"] as const;
const ACCOUNTS = "accounts";

/** /api/docs: the description of the API, to read and to try (docs/decisions/0168-the-api.md). */
export async function loader({ request }: Route.LoaderArgs) {
  if (!(await viewerOf(request))) cachePage([]);
  const isAccounts = new URL(request.url).searchParams.get("api") === ACCOUNTS;
  const api = isAccounts ? ACCOUNT_API : API;
  return {
    isAccounts,
    url: `${api.base}/openapi.json`,
    groups: presentOperations(api),
    reasons: listReasons(),
  };
}

loader.query = QUERY;

export function meta() {
  return titled(m.api_docs_title(), m.api_docs_lead());
}

export default function ApiDocsPage({ loaderData }: Route.ComponentProps) {
  const { isAccounts, url, groups, reasons } = loaderData;
  const apis = [
    { to: href("/api/docs"), label: m.api_docs_people(), current: !isAccounts },
    { to: `${href("/api/docs")}?api=${ACCOUNTS}`, label: m.api_docs_accounts(), current: isAccounts },
  ];
  return (
    <div className="wrap-column pb-16">
      <PageTitle title={m.api_docs_title()} lead={m.api_docs_lead()} />
      <nav aria-label={m.api_docs_title()} className="mb-6 flex flex-wrap gap-4">
        {apis.map(({ to, label, current }) => (
          <Link
            key={to}
            to={to}
            aria-current={current ? "page" : undefined}
            className="py-2 underline aria-[current=page]:font-bold"
          >
            {label}
          </Link>
        ))}
        <a href={url} className="py-2 underline">
          {m.api_docs_file()}
        </a>
      </nav>
      <ApiViewer url={url} isDark={useTheme() === "dark"}>
        <div lang="en-GB" className="grid gap-8">
          {groups.map(({ name, rows }) => (
            <section key={name}>
              <h2 className="mb-3 text-heading">{name}</h2>
              <dl className="grid gap-3">
                {rows.map(({ id, method, path, summary, access }) => (
                  <div key={id}>
                    <dt className="break-words font-mono text-small">
                      {method} {path}
                    </dt>
                    <dd>
                      {summary} {access !== null && <code className="text-small">{access}</code>}
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </div>
      </ApiViewer>
      <SectionHeading title={m.api_docs_reasons()} />
      <p className="mb-4">{m.api_docs_reasons_lead()}</p>
      <ul className="columns-2xs gap-6 text-small">
        {reasons.map(({ reason, status }) => (
          <li key={reason} id={reason} className="break-words">
            <code>{reason}</code> {status}
          </li>
        ))}
      </ul>
    </div>
  );
}
