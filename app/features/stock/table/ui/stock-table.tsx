import { ArrowDown, ArrowUp } from "lucide-react";
import { Link } from "react-router";
import { keyText } from "#app/features/listings/picked.ts";
import { m } from "#app/paraglide/messages.js";
import { classes } from "#app/ui/classes.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { type StockRequest, stockPath } from "../address.ts";
import { type SortedColumn, sortingOf } from "../rules.ts";
import { columnName } from "../texts.ts";
import type { ItemRefusal, StockItem } from "../view.ts";
import { StockRow } from "./stock-row.tsx";
import type { Selection } from "./use-selection.ts";
import type { StockChanges } from "./use-stock.ts";

interface StockTableProps extends Pick<StockChanges, "write" | "sell"> {
  readonly request: StockRequest;
  readonly items: readonly StockItem[];
  readonly picks: Selection;
  /** The id of the form that the checkboxes belong to. */
  readonly form: string;
  readonly path: string;
  readonly refused: ItemRefusal | null;
}

/** A table on a wide screen, else cards. */
export function StockTable({ request, items, picks, form, path, write, sell, refused }: StockTableProps) {
  const hydrated = useHydrated();
  const heading = (column: SortedColumn, look?: string) => (
    <SortHeading request={request} column={column} className={look} />
  );
  const some = picks.keys.size > 0 && picks.keys.size < items.length;
  return (
    <table className="block w-full text-[0.9375rem] xl:table xl:table-fixed">
      <caption className="sr-only">{m.stock_table()}</caption>
      <thead className="block xl:table-header-group">
        <tr className="flex items-center xl:table-row xl:border-court xl:border-b">
          <td className="xl:w-11 xl:pr-1">
            {hydrated && (
              <label className="tick grid-cols-[auto_minmax(0,1fr)] xl:justify-items-center">
                <input
                  type="checkbox"
                  checked={picks.all || picks.keys.size === items.length}
                  ref={(box) => {
                    if (box) box.indeterminate = some;
                  }}
                  onChange={picks.toggleAll}
                />
                <span className="xl:sr-only">{m.stock_pick_page()}</span>
              </label>
            )}
          </td>
          {heading("name")}
          {heading("type", "xl:w-28")}
          <th scope="col" className={classes(HEADING, "xl:w-36")}>
            <span className="inline-flex min-h-9 items-center">{m.stock_sku()}</span>
          </th>
          {heading("price", "xl:w-40")}
          {heading("quantity", "xl:w-64")}
          {heading("listed", "xl:w-32")}
        </tr>
      </thead>
      <tbody className="grid gap-4 sm:grid-cols-2 xl:table-row-group">
        {items.map((item) => (
          <StockRow
            key={keyText(item)}
            item={item}
            picks={picks}
            form={form}
            path={path}
            write={write}
            sell={sell}
            refused={refused?.item === keyText(item) ? refused : null}
          />
        ))}
      </tbody>
    </table>
  );
}

const HEADING = "hidden px-2 py-2 text-left align-bottom font-semibold text-sm xl:table-cell";

/** On a narrower screen, `StockFilters` has a select for the sort order instead. */
function SortHeading({
  request,
  column,
  className,
}: {
  request: StockRequest;
  column: SortedColumn;
  className?: string;
}) {
  const { now, next } = sortingOf(column, request.sort);
  const Arrow = now === "ascending" ? ArrowUp : ArrowDown;
  return (
    <th scope="col" aria-sort={now} className={classes(HEADING, className)}>
      <Link
        to={stockPath(request, { sort: next })}
        preventScrollReset
        className="inline-flex min-h-9 items-center gap-1 hover:underline"
      >
        {columnName(column)}
        <Arrow aria-hidden="true" className={classes("size-3.5", now === "none" && "invisible")} />
      </Link>
    </th>
  );
}
