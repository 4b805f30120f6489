import { data, href, redirect, useLocation, useNavigation } from "react-router";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import { formatChange } from "#app/domain/format.ts";
import { listingCountsOf } from "#app/features/listings/queries.server.ts";
import { sentence } from "#app/features/listings/texts.server.ts";
import { isFiltered, readStock, STOCK_PATH, stockPath } from "#app/features/stock/table/address.ts";
import { changeStock } from "#app/features/stock/table/forms.server.ts";
import { presentItem } from "#app/features/stock/table/present.server.ts";
import { stockPage, undoableChange } from "#app/features/stock/table/queries.server.ts";
import { STOCK_PAGE } from "#app/features/stock/table/rules.ts";
import { stockSchema } from "#app/features/stock/table/schema.server.ts";
import { stateName } from "#app/features/stock/table/texts.ts";
import { Stock } from "#app/features/stock/table/ui/stock.tsx";
import { StockFilters } from "#app/features/stock/table/ui/stock-filters.tsx";
import { uploadChoices } from "#app/features/stock/upload/present.server.ts";
import { m } from "#app/paraglide/messages.js";
import { getLocale } from "#app/paraglide/runtime.js";
import { signedIn, signedInViewer } from "#app/platform/guards.server.ts";
import { logger } from "#app/platform/log.server.ts";
import { submit } from "#app/platform/submit.server.ts";
import { Alert } from "#app/ui/alert.tsx";
import { LinkButton } from "#app/ui/button.tsx";
import { resultCount } from "#app/ui/count-text.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageTitle } from "#app/ui/headings.tsx";
import { listTitle, titled } from "#app/ui/title.ts";
import type { Route } from "./+types/stock.route";

export const middleware = [signedIn];

/** /sell/business/stock: the seller's listings as an editable table (docs/decisions/0035-stock-table.md). */
export async function loader({ request, context }: Route.LoaderArgs) {
  const viewer = await context.get(signedInViewer);
  const stockRequest = readStock(new URL(request.url).searchParams);
  const reading = Promise.all([
    stockPage(viewer.id, stockRequest),
    listingCountsOf(viewer.id),
    undoableChange(viewer.id),
    uploadChoices(viewer, stockRequest.upload),
  ]);
  const read = await reading.catch((error: unknown) => {
    logger.error({ err: error }, "the stock could not be read");
    return null;
  });
  const types = CATEGORIES.map((definition) => ({
    type: definition.type,
    label: sentence(definition, "plural"),
    count: read?.[1].get(definition.type) ?? 0,
  }));
  if (!read)
    return data({ request: stockRequest, types, uploads: [], page: null, undo: null }, { status: 500 });
  const [{ rows, count, countBefore }, , change, uploads] = read;
  // A cursor may be behind the last row, or before a row of the first page, which then has too few rows. In both cases
  // the first page is loaded without a cursor.
  const isShort =
    stockRequest.cursor && (rows.length === 0 || (stockRequest.cursor.way === "before" && countBefore === 0));
  if (isShort) throw redirect(stockPath(stockRequest));
  const items = rows.map(presentItem).filter((item) => item !== null);
  const [first, last] = [rows.at(0), rows.at(-1)];
  const hasNext = countBefore + rows.length < count;
  return data({
    request: stockRequest,
    types,
    uploads,
    page: {
      items,
      count,
      from: countBefore + 1,
      previous:
        first && countBefore > 0
          ? stockPath(stockRequest, { cursor: { way: "before", id: first.id, value: first.place } })
          : null,
      next:
        last && hasNext
          ? stockPath(stockRequest, { cursor: { way: "after", id: last.id, value: last.place } })
          : null,
    },
    undo: change && {
      id: change.id,
      percent: formatChange(change.percent, getLocale()),
      count: change.count,
    },
  });
}

/** Scripts send the change of one listing to stock-item.route.ts. */
export function action({ request, context }: Route.ActionArgs) {
  return submit(request, {
    who: () => context.get(signedInViewer),
    schema: stockSchema,
    coerces: false,
    command: (input, viewer) => changeStock(input, viewer, readStock(new URL(request.url).searchParams)),
    failedTitle: () => m.stock_bulk_failed(),
  });
}

export const handle = { loadFailed: () => m.stock_fetch_failed() };

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return titled(m.stock_title());
  const { request, types, uploads, page } = loaderData;
  const upload = uploads.find(({ id }) => id === request.upload)?.label;
  const type = types.find(({ type }) => type === request.type)?.label;
  const parts = [m.stock_title(), type, request.state && stateName(request.state), upload, request.q];
  return titled(listTitle(parts, page ? Math.ceil(page.from / STOCK_PAGE) : 1));
}

export default function StockPage({ loaderData, actionData }: Route.ComponentProps) {
  const { request, types, uploads, page, undo } = loaderData;
  const { pathname, search } = useLocation();
  const { location } = useNavigation();
  const isLoading = location !== undefined && location.pathname === pathname;
  const all = types.reduce((sum, { count }) => sum + count, 0);
  const sell = (
    <>
      <LinkButton to={href("/sell")} variant="primary">
        {m.mine_sell()}
      </LinkButton>
      <LinkButton to={`${href("/sell/business")}?tab=upload`}>{m.stock_upload()}</LinkButton>
    </>
  );
  if (page && all === 0) {
    return (
      <div className="wrap pb-16">
        <PageTitle title={m.stock_title()} />
        <EmptyState title={m.stock_empty()} hint={m.stock_empty_hint()} action={sell} />
      </div>
    );
  }
  return (
    <div className="wrap pb-16">
      <PageTitle
        title={m.stock_title()}
        lead={m.stock_lead()}
        count={resultCount(page?.count ?? 0, false)}
        actions={sell}
      />
      <StockFilters request={request} types={types} uploads={uploads} />
      {!page && (
        <Alert
          tone="danger"
          title={m.stock_fetch_failed()}
          action={<LinkButton to={pathname + search}>{m.error_try_again()}</LinkButton>}
        />
      )}
      {page && page.items.length === 0 && (
        <EmptyState
          title={m.stock_nothing_found()}
          hint={m.stock_nothing_found_hint()}
          action={isFiltered(request) && <LinkButton to={STOCK_PATH}>{m.stock_clear()}</LinkButton>}
        />
      )}
      {page && page.items.length > 0 && (
        <Stock
          request={request}
          page={page}
          undo={undo}
          busy={isLoading}
          // The answer to a form without JavaScript.
          answer={actionData}
        />
      )}
    </div>
  );
}
