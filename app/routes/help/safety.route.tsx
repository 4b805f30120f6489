import { href } from "react-router";
import { presentSafety } from "#app/features/help/safety.server.ts";
import { m } from "#app/paraglide/messages.js";
import { cachePage, NO_QUERY } from "#app/platform/request-context.server.ts";
import { viewerOf } from "#app/platform/session.server.ts";
import { LinkButton } from "#app/ui/button.tsx";
import { PageTitle } from "#app/ui/headings.tsx";
import { titled } from "#app/ui/title.ts";
import type { Route } from "./+types/safety.route.ts";

/** /safety: advice against fraud for buyers and sellers (docs/decisions/0028-messages.md). */
export async function loader({ request }: Route.LoaderArgs) {
  if (!(await viewerOf(request))) cachePage([]);
  return { sections: presentSafety() };
}

loader.query = NO_QUERY;

export function meta() {
  return titled(m.safety_title(), m.safety_lead());
}

export default function SafetyPage({ loaderData: { sections } }: Route.ComponentProps) {
  return (
    <div className="wrap-column pb-16">
      <PageTitle title={m.safety_title()} lead={m.safety_lead()} />
      <div className="grid gap-10">
        {sections.map(({ title, points }) => (
          <section key={title}>
            <h2 className="mb-3 text-heading">{title}</h2>
            <ul className="grid list-disc gap-2 pl-5">
              {points.map((point) => (
                <li key={point}>{point}</li>
              ))}
            </ul>
          </section>
        ))}
        <p className="flex flex-wrap gap-3">
          <LinkButton to={href("/reports")}>{m.sent_reports_title()}</LinkButton>
          <LinkButton to={href("/help")}>{m.safety_to_help()}</LinkButton>
        </p>
      </div>
    </div>
  );
}
