import type { TypeView } from "#app/features/search/view.ts";
import { m } from "#app/paraglide/messages.js";
import { LinkTabs } from "#app/ui/tabs.tsx";

export function TypeTabs({ types }: { types: readonly TypeView[] }) {
  return (
    <div className="mb-3 lg:mb-6">
      <LinkTabs
        label={m.search_types()}
        tabs={types.map(({ label, count, href, current }) => ({
          to: href,
          current,
          label: (
            <>
              {label} <span className="ml-1.5 font-normal text-soft text-sm tabular-nums">{count}</span>
            </>
          ),
        }))}
      />
    </div>
  );
}
