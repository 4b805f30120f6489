import { useId } from "react";
import { m } from "#app/paraglide/messages.js";
import { LinkButton } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import type { AlternativeSearch } from "../view.ts";

interface NothingFoundProps {
  readonly q: string;
  /** The text that was finally searched for. */
  readonly text: string;
  /** Whether the words name gear that the shop does not have. */
  readonly absent: boolean;
  readonly ways: readonly AlternativeSearch[];
  readonly popular: readonly AlternativeSearch[];
  readonly categories: readonly AlternativeSearch[];
}

/** Says that nothing was found, and offers alternatives. */
export function NothingFound({ q, text, absent, ways, popular, categories }: NothingFoundProps) {
  return (
    <div className="pb-6">
      <EmptyState
        title={q === "" ? m.search_empty_filters() : m.search_empty({ words: q })}
        hint={
          <>
            {absent && `${m.search_absent()} `}
            {!absent && text.toLowerCase() !== q.toLowerCase() && `${m.search_empty_tried({ words: text })} `}
            {m.search_empty_hint()}
          </>
        }
      />
      <div className="grid gap-8">
        <Ways title={m.search_loosen()} ways={ways} />
        <Ways title={m.search_popular()} ways={popular} />
        <Ways title={m.search_categories()} ways={categories} />
      </div>
    </div>
  );
}

function Ways({ title, ways }: { title: string; ways: readonly AlternativeSearch[] }) {
  const id = useId();
  if (ways.length === 0) return null;
  return (
    <section aria-labelledby={id} className="text-center">
      <h3 id={id} className="mb-3 font-semibold">
        {title}
      </h3>
      <ul className="flex flex-wrap justify-center gap-2.5">
        {ways.map((way) => (
          <li key={way.href}>
            <LinkButton to={way.href} size="sm">
              {way.label}
            </LinkButton>
          </li>
        ))}
      </ul>
    </section>
  );
}
