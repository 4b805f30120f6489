import { m } from "#app/paraglide/messages.js";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { countText } from "#app/ui/count-text.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import type { Bulk } from "./use-bulk.ts";
import type { Selection } from "./use-selection.ts";

interface BulkBarProps extends Pick<Bulk, "fetcher"> {
  readonly formId: string;
  readonly path: string;
  /** How many listings match the filter. */
  readonly count: number;
  readonly rowsOnPage: number;
  readonly selection: Selection;
}

/**
 * The actions on the selected rows; the checkboxes in the table belong to this form. The server answers each with a
 * question first (`BulkQuestion`). Without scripts the form is always shown, and has a checkbox for all rows.
 */
export function BulkBar({ formId, path, count, rowsOnPage, selection, fetcher }: BulkBarProps) {
  const hydrated = useHydrated();
  const selected = selection.all ? count : selection.keys.size;
  const pendingIntent = fetcher.state !== "idle" ? String(fetcher.formData?.get("intent")) : "";
  const isWholePage = !selection.all && selection.keys.size === rowsOnPage && count > rowsOnPage;
  return (
    <fetcher.Form
      id={formId}
      method="post"
      action={path}
      data-loses-nothing
      data-failed={m.stock_bulk_failed()}
      aria-label={m.stock_picks()}
      hidden={hydrated && selected === 0}
      data-bottom-bar=""
      className="sticky bottom-4 z-10 mx-auto flex w-fit flex-wrap items-center justify-center gap-2 rounded-xl border border-line bg-raised p-2 shadow-float [&[hidden]]:hidden"
    >
      {hydrated && (
        <span role="status" className="px-3 font-semibold tabular-nums">
          {m.stock_picked({ count: countText(selected) })}
        </span>
      )}
      {hydrated && selection.all && <input type="hidden" name="all" value="1" />}
      {!hydrated && count > rowsOnPage && (
        <Checkbox
          name="all"
          value="1"
          label={m.stock_pick_all({ count: countText(count) })}
          className="px-3"
        />
      )}
      {isWholePage && (
        <Button size="sm" variant="ghost" onClick={selection.selectAll}>
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
        <Button size="sm" variant="ghost" onClick={selection.clear}>
          {m.stock_pick_none()}
        </Button>
      )}
    </fetcher.Form>
  );
}
