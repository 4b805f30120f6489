import { legalPageAt, presentLegal } from "#app/features/legal/present.server.ts";
import { legalPage } from "#app/features/legal/queries.server.ts";
import { MarkdownText } from "#app/features/legal/ui/markdown-text.tsx";
import { m } from "#app/paraglide/messages.js";
import { getLocale } from "#app/paraglide/runtime.js";
import { appPath } from "#app/platform/locale.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { cachePage, NO_QUERY } from "#app/platform/request-context.server.ts";
import { viewerOf } from "#app/platform/session.server.ts";
import { Alert } from "#app/ui/alert.tsx";
import { PageTitle } from "#app/ui/headings.tsx";
import { titled } from "#app/ui/title.ts";
import type { Route } from "./+types/legal.route.ts";

/** /terms, /privacy and /imprint: the operator's legal texts (docs/decisions/0093-legal-pages.md). */
export async function loader({ request }: Route.LoaderArgs) {
  const page = legalPageAt(new URL(appPath(request.url), request.url).pathname);
  if (!page) throw new Refused("home_not_found");
  if (!(await viewerOf(request))) cachePage([]);
  return presentLegal(page, await legalPage(page, getLocale()));
}

loader.query = NO_QUERY;

export function meta({ loaderData }: Route.MetaArgs) {
  return titled(loaderData?.title ?? m.legal_terms());
}

export default function LegalPage({
  loaderData: { title, blocks, version, language, template },
}: Route.ComponentProps) {
  return (
    <div className="wrap-column pb-16">
      <div lang={language}>
        <PageTitle title={title} />
      </div>
      {template && (
        <Alert tone="notice" className="mb-6">
          {m.legal_template()}
        </Alert>
      )}
      <div lang={language} className="grid gap-4">
        <MarkdownText blocks={blocks} />
      </div>
      <p className="mt-10 text-soft text-sm">{m.legal_version({ version })}</p>
    </div>
  );
}
