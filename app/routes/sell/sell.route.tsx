import { ArrowRight } from "lucide-react";
import type { ReactNode } from "react";
import { href, Link } from "react-router";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import { LineDrawing } from "#app/features/photos/ui/line-drawing.tsx";
import { m } from "#app/paraglide/messages.js";
import { cachePage, NO_QUERY } from "#app/platform/request-context.server.ts";
import { viewerOf } from "#app/platform/session.server.ts";
import { PageTitle } from "#app/ui/headings.tsx";
import { titled } from "#app/ui/title.ts";
import type { Route } from "./+types/sell.route";

/**
 * The choice between selling as an individual and as a business. It requires no sign-in; the forms and the business
 * page do.
 */
export async function loader({ request }: Route.LoaderArgs) {
  if (!(await viewerOf(request))) cachePage([]);
  return { drawings: CATEGORIES.map((category) => category.drawing) };
}

loader.query = NO_QUERY;

export function meta() {
  return titled(m.sell_page_title(), m.sell_page_lead());
}

export default function SellPage({ loaderData: { drawings } }: Route.ComponentProps) {
  return (
    <div className="wrap pb-20">
      <PageTitle title={m.sell_page_title()} lead={m.sell_page_lead()} />
      <div className="grid gap-5 md:grid-cols-2 lg:gap-8">
        <EntryCard to={href("/sell/individual")} title={m.sell_individual()} text={m.sell_individual_text()}>
          {drawings.slice(0, 1).map((paths) => (
            <LineDrawing key={paths[0]} paths={paths} className="-rotate-12 h-[85%]" />
          ))}
        </EntryCard>
        <EntryCard to={href("/sell/business")} title={m.sell_business()} text={m.sell_business_text()}>
          <div className="grid w-3/4 max-w-64 grid-cols-3 gap-x-7 gap-y-5">
            {drawings.slice(0, 6).map((paths) => (
              <LineDrawing key={paths[0]} paths={paths} className="w-full" />
            ))}
          </div>
        </EntryCard>
      </div>
    </div>
  );
}

interface EntryCardProps {
  readonly to: string;
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}

/** One way to sell. The whole card is a link, named by its title. */
function EntryCard({ to, title, text, children }: EntryCardProps) {
  return (
    <article className="group relative grid overflow-hidden rounded-xl border border-line bg-surface transition-colors has-[a:hover]:border-edge">
      <div
        aria-hidden="true"
        className="grid h-44 place-items-center overflow-hidden bg-clay-fill text-on-clay sm:h-56"
      >
        {children}
      </div>
      <div className="grid content-start gap-2 p-6 sm:p-8">
        <h2 className="text-heading">
          <Link to={to} className="after:absolute after:inset-0 after:rounded-xl">
            {title}
          </Link>
        </h2>
        <p className="max-w-prose text-soft">{text}</p>
        <ArrowRight
          aria-hidden="true"
          className="mt-2 size-6 transition-transform group-has-[a:hover]:translate-x-1"
        />
      </div>
    </article>
  );
}
