import { ChevronLeft, ChevronRight } from "lucide-react";
import { useId } from "react";
import { useHref } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { Alert } from "#app/ui/alert.tsx";
import { Button, LinkButton } from "#app/ui/button.tsx";
import { classes } from "#app/ui/classes.ts";
import { countText } from "#app/ui/count-text.ts";
import { ExcelLink } from "#app/ui/form-buttons.tsx";
import { STOCK_PATH, type StockRequest, stockPath } from "../address.ts";
import type { ItemRefusal, StockAnswer, StockItem } from "../view.ts";
import { BulkBar } from "./bulk-bar.tsx";
import { BulkDialog } from "./bulk-question.tsx";
import { StockTable } from "./stock-table.tsx";
import { useBulk } from "./use-bulk.ts";
import { useSelection } from "./use-selection.ts";
import { useStock } from "./use-stock.ts";

interface StockProps {
  readonly request: StockRequest;
  readonly page: {
    readonly items: readonly StockItem[];
    readonly count: number;
    readonly from: number;
    readonly previous: string | null;
    readonly next: string | null;
  };
  /** The last bulk price change while it can be undone, else null. */
  readonly undo: { readonly id: string; readonly percent: string; readonly count: number } | null;
  readonly busy: boolean;
  readonly answer: StockAnswer | undefined;
}

export function Stock({ request, page, undo, busy, answer }: StockProps) {
  const path = stockPath(request, { cursor: request.cursor });
  const { items, write, sell } = useStock(page.items);
  const picks = useSelection(page.items);
  const bulk = useBulk(path, answer);
  const refused = refusalIn(answer);
  const form = useId();
  return (
    <>
      {undo && <UndoOffer undo={undo} path={path} />}
      {answer?.ok === false && !refused && (
        <Alert tone="danger" title={answer.toast?.title} className="mb-5">
          {answer.message}
        </Alert>
      )}
      <BulkDialog bulk={bulk} path={path} />
      <div className={classes("transition-opacity", busy && "opacity-60")} aria-busy={busy || undefined}>
        <StockTable
          request={request}
          items={items}
          picks={picks}
          form={form}
          path={path}
          write={write}
          sell={sell}
          refused={refused}
        />
      </div>
      <Pages page={page} request={request} />
      <BulkBar
        formId={form}
        path={path}
        count={page.count}
        rowsOnPage={page.items.length}
        selection={picks}
        fetcher={bulk.fetcher}
      />
    </>
  );
}

/** A refusal that is shown in its cell; others are shown above the table. */
function refusalIn(answer: StockAnswer | undefined): ItemRefusal | null {
  if (!answer || answer.ok) return null;
  const { intent, message, result } = answer;
  if (intent !== "price" && intent !== "quantity") return null;
  const { item, value } = result.initialValue ?? {};
  return { field: intent, item: String(item), typed: String(value ?? ""), message };
}

function UndoOffer({ undo, path }: { undo: NonNullable<StockProps["undo"]>; path: string }) {
  const bulk = useBulk(path, undefined);
  const fetcher = bulk.fetcher;
  return (
    <Alert
      className="mb-5"
      title={m.stock_undo_offer({ percent: undo.percent, count: countText(undo.count) })}
      action={
        <fetcher.Form method="post" action={path} data-failed={m.stock_bulk_failed()}>
          <input type="hidden" name="intent" value="undo_percent" />
          <input type="hidden" name="change" value={undo.id} />
          <Button type="submit" size="sm" busy={fetcher.state !== "idle"}>
            {m.stock_undo_prices()}
          </Button>
        </fetcher.Form>
      }
    />
  );
}

function Pages({
  page: { items, count, from, previous, next },
  request,
}: Pick<StockProps, "page" | "request">) {
  const path = stockPath(request).replace(STOCK_PATH, `${STOCK_PATH}.csv`);
  const file = useHref(path);
  return (
    <nav aria-label={m.ui_pages()} className="mt-5 flex flex-wrap items-center justify-between gap-3 pb-20">
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <span className="text-soft tabular-nums">
          {m.stock_range({
            from: countText(from),
            to: countText(from + items.length - 1),
            count: countText(count),
          })}
        </span>
        <a href={file} download className="text-link">
          {m.stock_download()}
        </a>
        <ExcelLink to={path} />
      </p>
      {(previous || next) && (
        <div className="flex gap-2">
          {previous && (
            <LinkButton to={previous} rel="prev" icon={<ChevronLeft aria-hidden="true" className="size-4" />}>
              {m.stock_previous()}
            </LinkButton>
          )}
          {next && (
            <LinkButton to={next} rel="next">
              {m.stock_next()}
              <ChevronRight aria-hidden="true" className="size-4" />
            </LinkButton>
          )}
        </div>
      )}
    </nav>
  );
}
