import { href } from "react-router";
import { CATEGORIES, categoryOfType } from "#app/domain/categories/registry.ts";
import { type CsvFormat, numberCell } from "#app/domain/csv-format.ts";
import { dealName } from "#app/domain/deal.ts";
import {
  formatBriefPrice,
  formatDay,
  formatMonth,
  formatNumber,
  formatPrice,
  formatShare,
  formatShortMonth,
} from "#app/domain/format.ts";
import { storedText } from "#app/domain/stored-name.ts";
import { approximation } from "#app/features/listings/present.server.ts";
import { sentence } from "#app/features/listings/texts.server.ts";
import { m } from "#app/paraglide/messages.js";
import { getLocale } from "#app/paraglide/runtime.js";
import { earningsPath, exportPath } from "./address.ts";
import type { SaleRow } from "./queries.server.ts";
import {
  ALL_YEARS,
  byMonth,
  byType,
  countedOf,
  type Earned,
  type EarnedAmount,
  earnedIn,
  isYear,
  LAST_MONTHS,
  linesFor,
  MIN_CHARTED,
  type MonthSum,
  monthsIn,
  type Range,
  SEVERAL_TYPES,
  startOf,
  yearsOf,
} from "./rules.ts";
import type { AmountView, EarnedView, EarningsView, MonthView, SaleView } from "./view.ts";

function presentAmount({ cents, sales }: EarnedAmount): AmountView {
  const locale = getLocale();
  return {
    text: formatPrice(cents, locale),
    approximately: approximation(cents, locale),
    sales: formatNumber(sales, locale),
  };
}

function presentEarned({ agreed, received }: Earned): EarnedView {
  return { agreed: presentAmount(agreed), received: presentAmount(received) };
}

const monthName = (month: string) => formatMonth(startOf(month), getLocale());

function rangeName(range: Range): string {
  return isYear(range) ? range : m.earnings_last_months();
}

/** A category may no longer exist; then its stored type is the name. */
function typeName(type: string): string {
  if (type === SEVERAL_TYPES) return m.earnings_several_types();
  const definition = categoryOfType(type);
  return definition ? sentence(definition, "plural") : type;
}

export interface OpenedSales {
  readonly month: string;
  /** The latest of the month's `count` sales. */
  readonly rows: readonly SaleRow[];
  readonly count: number;
}

export function presentEarnings(
  sums: readonly MonthSum[],
  range: Range,
  opened: OpenedSales | null,
  latest: Omit<OpenedSales, "month">,
  now: Date,
): EarningsView {
  const locale = getLocale();
  const months = monthsIn(range, now);
  const within = (some: readonly string[]) => sums.filter(({ month }) => some.includes(month));
  const shown = within(months);
  const all = earnedIn(shown);
  const total = earnedIn(sums);
  const earned = byMonth(shown, months);
  const lines = linesFor(
    Math.max(...earned.map((month) => Math.max(month.earned.agreed.cents, month.earned.received.cents))),
  );
  const top = lines.at(-1) ?? 1;
  return {
    sum: { ...presentEarned(total), receivedToo: receivedToo(total) },
    latest: { sales: latest.rows.map(presentSale), more: moreThan(latest) },
    charted: total.agreed.sales >= MIN_CHARTED,
    ranges: [LAST_MONTHS, ...yearsOf(sums, now)].map((shownRange) => ({
      to: earningsPath(shownRange),
      label: rangeName(shownRange),
      current: shownRange === range,
    })),
    rangeLabel: rangeName(range),
    months: earned.map(
      ({ month, earned: { agreed, received } }): MonthView => ({
        ...presentEarned({ agreed, received }),
        month,
        label: monthName(month),
        short: formatShortMonth(startOf(month), "short", locale),
        narrow: formatShortMonth(startOf(month), "narrow", locale),
        to: agreed.sales + received.sales > 0 ? earningsPath(range, month) : null,
        agreedShare: agreed.cents / top,
        receivedShare: received.cents / top,
      }),
    ),
    lines: lines.map((cents) => ({ at: cents / top, text: formatBriefPrice(cents, locale) })),
    shown: shown.length > 0 ? presentEarned(all) : null,
    types: byType(
      shown,
      CATEGORIES.map(({ type }) => type),
    ).map(({ type, earned: { agreed, received }, share }) => ({
      ...presentEarned({ agreed, received }),
      type,
      label: typeName(type),
      share: formatShare(share, locale),
      shareOfAll: share,
    })),
    file: exportPath(range),
    fileOfAll: exportPath(ALL_YEARS),
    opened: opened && {
      title: m.earnings_month_title({ month: monthName(opened.month) }),
      sales: opened.rows.map(presentSale),
      more: moreThan(opened),
      file: exportPath(opened.month),
      closeTo: earningsPath(range),
    },
  };
}

/** Null if all of the agreed amount is received. */
function receivedToo({ agreed, received }: Earned): string | null {
  if (received.cents === agreed.cents) return null;
  return m.earnings_sum_received({ amount: formatPrice(received.cents, getLocale()) });
}

/** Null if all sales are listed. */
function moreThan({ rows, count }: Omit<OpenedSales, "month">): string | null {
  if (count <= rows.length) return null;
  const locale = getLocale();
  return m.earnings_month_more({
    shown: formatNumber(rows.length, locale),
    count: formatNumber(count, locale),
  });
}

function presentSale(row: SaleRow): SaleView {
  const locale = getLocale();
  const { agreedAt, receivedAt } = countedOf(row);
  return {
    id: row.id,
    to: href("/orders/:dealId", { dealId: row.id }),
    name: dealName(row.listing_name, row.others),
    price: formatPrice(row.price_cents, locale),
    approximately: approximation(row.price_cents, locale),
    buyer: m.earnings_buyer({ buyer: buyerName(row) }),
    pieces: row.pieces > 1 ? m.earnings_pieces({ count: formatNumber(row.pieces, locale) }) : null,
    agreed: agreedAt ? m.earnings_agreed_on({ date: formatDay(agreedAt, locale) }) : "",
    received: receivedAt
      ? m.earnings_received_on({ date: formatDay(receivedAt, locale) })
      : m.earnings_not_received(),
  };
}

function buyerName({ buyer, elsewhere }: SaleRow): string {
  return elsewhere ? m.earnings_someone_else() : (buyer ?? m.account_deleted_user());
}

const STATES: Readonly<Record<string, () => string>> = {
  agreed: m.earnings_state_agreed,
  handed_over: m.earnings_state_handed_over,
  sent: m.earnings_state_sent,
  received: m.earnings_state_received,
};

const day = (moment: Date | null) => moment?.toISOString().slice(0, "2026-11-22".length) ?? "";

export function saleHeading(): readonly string[] {
  return [
    m.earnings_csv_agreed(),
    m.earnings_csv_received(),
    m.earnings_csv_listing(),
    m.earnings_category(),
    m.earnings_csv_pieces(),
    m.earnings_csv_price(),
    m.earnings_csv_state(),
    m.earnings_csv_buyer(),
  ];
}

/** Days are in UTC ("2026-11-22"); the price is in euros, for all pieces of the sale. */
export function saleCells(row: SaleRow, format: CsvFormat): readonly string[] {
  const { agreedAt, receivedAt } = countedOf(row);
  return [
    day(agreedAt),
    day(receivedAt),
    dealName(row.listing_name, row.others),
    typeName(row.type),
    String(row.pieces),
    numberCell((row.price_cents / 100).toFixed(2), format),
    row.elsewhere ? m.earnings_state_elsewhere() : storedText(STATES, row.state),
    buyerName(row),
  ];
}
