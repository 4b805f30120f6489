import { m } from "#app/paraglide/messages.js";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { countText } from "#app/ui/count-text.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import type { Bulk } from "./use-bulk.ts";
import type { Selection } from "./use-selection.ts";

interface BulkBarProps {
  readonly form: string;
  readonly path: string;
  /** How many listings match the filter. */
  readonly count: number;
  readonly onPage: number;
  readonly picks: Selection;
  readonly bulk: Bulk;
}

/** The actions on the selected rows. The checkboxes in the table belong to this form. */
export function BulkBar({ form, path, count, onPage, picks, bulk: { fetcher } }: BulkBarProps) {
  const hydrated = useHydrated();
  const picked = picks.all ? count : picks.keys.size;
  const pendingIntent = fetcher.state !== "idle" ? String(fetcher.formData?.get("intent")) : "";
  const mayPickMore = !picks.all && picks.keys.size === onPage && count > onPage;
  return (
    <fetcher.Form
      id={form}
      method="post"
      action={path}
      data-draft
      data-failed={m.stock_bulk_failed()}
      aria-label={m.stock_picks()}
      hidden={hydrated && picked === 0}
      data-bottom-bar=""
      className="sticky bottom-4 z-10 mx-auto flex w-fit flex-wrap items-center justify-center gap-2 rounded-xl border border-line bg-raised p-2 shadow-float [&[hidden]]:hidden"
    >
      {hydrated && (
        <span role="status" className="px-3 font-semibold tabular-nums">
          {m.stock_picked({ count: countText(picked) })}
        </span>
      )}
      {hydrated && picks.all && <input type="hidden" name="all" value="1" />}
      {!hydrated && count > onPage && (
        <Checkbox
          name="all"
          value="1"
          label={m.stock_pick_all({ count: countText(count) })}
          className="px-3"
        />
      )}
      {mayPickMore && (
        <Button size="sm" variant="ghost" onClick={picks.pickEverything}>
          {m.stock_pick_all({ count: countText(count) })}
        </Button>
      )}
      <Button
        type="submit"
        size="sm"
        name="intent"
        value="ask_percent"
        busy={pendingIntent === "ask_percent"}
      >
        {m.stock_change_prices()}
      </Button>
      <Button
        type="submit"
        size="sm"
        variant="danger"
        name="intent"
        value="ask_delete"
        busy={pendingIntent === "ask_delete"}
      >
        {m.stock_delete()}
      </Button>
      {hydrated && (
        <Button size="sm" variant="ghost" onClick={picks.clear}>
          {m.stock_pick_none()}
        </Button>
      )}
    </fetcher.Form>
  );
}
