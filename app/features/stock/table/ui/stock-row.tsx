import { Link } from "react-router";
import { keyText } from "#app/features/listings/picked.ts";
import { Photo } from "#app/features/photos/ui/photo.tsx";
import { m } from "#app/paraglide/messages.js";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { classes } from "#app/ui/classes.ts";
import type { StockField } from "../rules.ts";
import { fieldName } from "../texts.ts";
import type { ItemRefusal, StockItem } from "../view.ts";
import type { Selection } from "./use-selection.ts";
import type { StockChanges } from "./use-stock.ts";
import { ValueCell } from "./value-cell.tsx";

interface StockRowProps extends Pick<StockChanges, "write" | "sell"> {
  readonly item: StockItem;
  readonly picks: Selection;
  readonly form: string;
  readonly path: string;
  readonly refused: ItemRefusal | null;
}

const CELL = "px-2 xl:py-2 xl:align-middle";

/** A table row on a wide screen, else a card. */
export function StockRow({ item, picks, form, path, write, sell, refused }: StockRowProps) {
  const key = keyText(item);
  const picked = picks.all || picks.keys.has(key);
  const cell = (field: StockField) => (
    <>
      {/* A visible label on a card, which has no column heading. The input has its own label. */}
      <span aria-hidden="true" className="mb-1 block text-soft text-sm xl:hidden">
        {fieldName(field)}
      </span>
      <ValueCell
        item={item}
        field={field}
        path={path}
        write={write}
        refused={refused?.field === field ? refused : null}
      />
    </>
  );
  return (
    <tr
      className={classes(
        "grid grid-cols-[2.75rem_minmax(0,1fr)_minmax(0,1fr)] items-start gap-y-2 rounded-lg border border-line p-2 xl:table-row xl:rounded-none xl:border-0 xl:border-b xl:p-0",
        picked && "bg-sunken",
      )}
    >
      <td className="xl:align-middle">
        <label className="tick justify-items-center">
          <input
            type="checkbox"
            form={form}
            name="item"
            value={key}
            checked={picked}
            onChange={(event) =>
              picks.toggle(key, event.nativeEvent instanceof MouseEvent && event.nativeEvent.shiftKey)
            }
          />
          <span className="sr-only">{m.stock_pick({ name: item.name })}</span>
        </label>
      </td>
      <th scope="row" className={classes(CELL, "col-span-2 min-w-0 text-left font-normal")}>
        <div className="flex min-w-0 items-center gap-3">
          <Photo
            photo={item.photo}
            alt=""
            sizes="3.5rem"
            className="size-14 shrink-0 rounded-md object-cover"
          />
          <div className="min-w-0">
            <Link to={item.path} className="line-clamp-2 font-semibold hover:underline">
              <bdi>{item.name}</bdi>
            </Link>
            {item.about && <p className="text-soft text-sm">{item.about}</p>}
            {item.failedPictures > 0 && (
              <p className="text-danger text-sm">{m.stock_pictures_failed({ count: item.failedPictures })}</p>
            )}
          </div>
        </div>
      </th>
      <td className={classes(CELL, "col-start-2 text-sm xl:text-[0.9375rem]")}>{item.typeLabel}</td>
      <td
        className={classes(CELL, "min-w-0 text-right text-sm xl:text-left", !item.sku && "max-xl:invisible")}
      >
        <span className="text-soft xl:hidden">{m.stock_sku()} </span>
        <span className="break-all">{item.sku ?? "–"}</span>
      </td>
      <td className={classes(CELL, "col-start-2 min-w-0")}>{cell("price")}</td>
      <td className={classes(CELL, "min-w-0")}>
        <div className="flex flex-wrap items-start gap-x-2 gap-y-1 xl:flex-nowrap">
          <div className="min-w-0 flex-1 basis-24">{cell("quantity")}</div>
          <div className="xl:flex xl:w-30 xl:shrink-0 xl:justify-end">
            <SellForm item={item} path={path} sell={sell} />
          </div>
        </div>
      </td>
      <td className={classes(CELL, "col-span-2 col-start-2 text-soft text-sm")}>
        <span className="xl:hidden">{m.stock_listed()} </span>
        <time dateTime={item.listedAt}>{item.listed}</time>
      </td>
    </tr>
  );
}

function SellForm({ item, path, sell }: Pick<StockRowProps, "item" | "path" | "sell">) {
  if (item.quantity === 0) {
    return (
      <span className="flex min-h-11 w-full items-center xl:min-h-10 xl:w-auto">
        <Badge tone="notice">{m.listing_sold()}</Badge>
      </span>
    );
  }
  return (
    <form
      method="post"
      action={path}
      onSubmit={(event) => {
        event.preventDefault();
        void sell(item);
      }}
    >
      <input type="hidden" name="intent" value="sold" />
      <input type="hidden" name="item" value={keyText(item)} />
      <Button
        type="submit"
        size="sm"
        className="max-xl:px-2.5 max-xl:text-sm xl:min-h-10"
        aria-label={m.stock_sell_of({ name: item.name })}
      >
        {m.stock_sell()}
      </Button>
    </form>
  );
}
