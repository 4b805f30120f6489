import { useId } from "react";
import type { AlternativeSearch } from "#app/features/search/view.ts";
import { m } from "#app/paraglide/messages.js";
import { LinkButton } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";

interface NothingFoundProps {
  readonly q: string;
  /** The text after correction. */
  readonly text: string;
  /** What the shop does not sell; null if the search is for something else. */
  readonly absent: string | null;
  readonly alternatives: readonly AlternativeSearch[];
  readonly popular: readonly AlternativeSearch[];
  readonly categories: readonly AlternativeSearch[];
}

export function NothingFound({ q, text, absent, alternatives, popular, categories }: NothingFoundProps) {
  return (
    <div className="pb-6">
      <EmptyState
        title={q === "" ? m.search_empty_filters() : m.search_empty({ words: q })}
        hint={
          <>
            {absent && `${absent} `}
            {!absent && text.toLowerCase() !== q.toLowerCase() && `${m.search_empty_tried({ words: text })} `}
            {m.search_empty_hint()}
          </>
        }
      />
      <div className="grid gap-8">
        <Alternatives title={m.search_relax()} alternatives={alternatives} />
        <Alternatives title={m.search_popular()} alternatives={popular} />
        <Alternatives title={m.search_categories()} alternatives={categories} />
      </div>
    </div>
  );
}

function Alternatives({
  title,
  alternatives,
}: {
  title: string;
  alternatives: readonly AlternativeSearch[];
}) {
  const id = useId();
  if (alternatives.length === 0) return null;
  return (
    <section aria-labelledby={id} className="text-center">
      <h3 id={id} className="mb-3 font-semibold">
        {title}
      </h3>
      <ul className="flex flex-wrap justify-center gap-2.5">
        {alternatives.map((alternative) => (
          <li key={alternative.href}>
            <LinkButton to={alternative.href} size="sm">
              {alternative.label}
            </LinkButton>
          </li>
        ))}
      </ul>
    </section>
  );
}
