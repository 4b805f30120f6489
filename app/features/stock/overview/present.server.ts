import { href } from "react-router";
import { listingPath } from "#app/domain/categories/paths.ts";
import { categoryOfType } from "#app/domain/categories/registry.ts";
import { type CsvFormat, numberCell } from "#app/domain/csv-format.ts";
import { formatAgo, formatDay, formatNumber, formatPrice, formatPriceRange } from "#app/domain/format.ts";
import { sellerPath } from "#app/domain/username.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import { weekSums } from "#app/features/earnings/queries.server.ts";
import { m } from "#app/paraglide/messages.js";
import { getLocale } from "#app/paraglide/runtime.js";
import { env } from "#app/platform/env.server.ts";
import { wholeAddress } from "#app/platform/locale.server.ts";
import { waitingTexts } from "../answers/ui/texts.ts";
import { feedsOf } from "../feeds/present.server.ts";
import { type FeedView, feedPath } from "../feeds/view.ts";
import { matching } from "../table/queries.server.ts";
import { WHOLE_STOCK } from "../table/rules.ts";
import { uploadPagePath } from "../upload/view.ts";
import {
  interestByWeek,
  type Overpriced,
  offersToAnswer,
  overpricedOf,
  questionsToAnswer,
  stockFaults,
  type WaitingOffer,
  type WaitingQuestion,
} from "./queries.server.ts";
import type { OverviewFile, OverviewLine, OverviewList, OverviewView, SeriesView } from "./view.ts";
import { figuresOf, type Week, weeksUpTo } from "./weeks.ts";

/** How many lines of a list the overview shows. */
const SHOWN = 5;

async function weeksOf(viewer: Viewer, now: Date): Promise<readonly Week[]> {
  const weeks = weeksUpTo(now);
  const since = weeks[0] ?? "";
  const [sales, { views, hearts }] = await Promise.all([
    weekSums(viewer.id, since),
    interestByWeek(viewer.id, since),
  ]);
  return figuresOf(weeks, sales, views, hearts);
}

/** @param listings how many listings the viewer has */
export async function overviewOf(viewer: Viewer, listings: number, now: Date): Promise<OverviewView> {
  const [weeks, offers, questions, overpriced, feeds, faults] = await Promise.all([
    weeksOf(viewer, now),
    offersToAnswer(viewer.id),
    questionsToAnswer(viewer.id),
    overpricedOf(viewer.id),
    feedsOf(viewer),
    stockFaults(viewer.id, matching(viewer.id, { ...WHOLE_STOCK, state: "stale" })),
  ]);
  const { upload } = faults;
  const feedLines = feeds.map(feedLine).filter((line) => line !== null);
  return {
    isNew:
      listings === 0 &&
      offers.length + questions.length + feedLines.length === 0 &&
      weeks.every(({ sales }) => sales === 0),
    series: seriesOf(weeks),
    weeks: weeks.toReversed().map(presentWeek),
    offers: listOf(offers, offerLine),
    questions: listOf(questions, (question) => questionLine(question, now)),
    overpriced: listOf(overpriced, overpricedLine),
    stale: faults.stale,
    failedPictures: faults.failedPictures,
    upload: upload && {
      key: upload.id,
      to: uploadPagePath(upload.id),
      name: upload.file_name,
      text: m.overview_failed_rows({ count: number(upload.failed) }),
    },
    feeds: feedLines,
    files: {
      google: wholeAddress(`${sellerPath(viewer.username)}/google.xml`),
      products: wholeAddress(`${sellerPath(viewer.username)}/products.json`),
    },
  };
}

const number = (value: number) => formatNumber(value, getLocale());
const price = (cents: number) => formatPrice(cents, getLocale());

function listOf<Row>(rows: readonly Row[], lineOf: (row: Row) => OverviewLine | null): OverviewList {
  return {
    count: rows.length,
    lines: rows
      .slice(0, SHOWN)
      .map(lineOf)
      .filter((line) => line !== null),
  };
}

function offerLine({ room_id: roomId, listing_name, cents, expires_at }: WaitingOffer): OverviewLine {
  return {
    key: roomId,
    to: href("/messages/:roomId", { roomId }),
    name: listing_name,
    text: m.overview_offer({ price: price(cents), day: formatDay(expires_at, getLocale()) }),
  };
}

function questionLine(
  { room_id: roomId, listing_name, buyer, asked_at }: WaitingQuestion,
  now: Date,
): OverviewLine {
  return {
    key: roomId,
    to: href("/messages/:roomId", { roomId }),
    name: listing_name,
    text: `${buyer} · ${formatAgo(asked_at, now, getLocale())}`,
  };
}

function overpricedLine({ type, id, name, cents, lowCents, highCents }: Overpriced): OverviewLine | null {
  const definition = categoryOfType(type);
  if (!definition) return null;
  const range = formatPriceRange(lowCents, highCents, getLocale());
  return {
    key: id,
    to: listingPath(definition, id),
    name,
    text: m.overview_overpriced_by({ price: price(cents), range }),
  };
}

function feedLine({ id, host, state, runs, asks }: FeedView): OverviewLine | null {
  const open = asks && m.answers_waiting({ rows: waitingTexts(asks.waiting) });
  const text = state === "asking" ? m.feed_state_asking() : (runs[0]?.fault ?? open);
  return text ? { key: id, to: feedPath(id), name: m.feed_title({ host }), text } : null;
}

const mondayText = (week: string) => formatDay(new Date(`${week}T12:00:00Z`), getLocale());

function presentWeek({ week, sales, cents, views, hearts }: Week): OverviewView["weeks"][number] {
  return {
    week,
    label: mondayText(week),
    sales: number(sales),
    amount: price(cents),
    views: number(views),
    hearts: number(hearts),
  };
}

function seriesOf(weeks: readonly Week[]): readonly SeriesView[] {
  const series = (
    key: SeriesView["key"],
    label: string,
    amountIn: (week: Week) => number,
    textOf: (total: number) => string,
  ): SeriesView => {
    const values = weeks.map(amountIn);
    const highest = Math.max(1, ...values);
    const total = values.reduce((sum, value) => sum + value, 0);
    return { key, label, total: textOf(total), heights: values.map((value) => value / highest) };
  };
  return [
    series("amount", m.overview_sales(), ({ cents }) => cents, price),
    series("views", m.overview_views(), ({ views }) => views, number),
    series("hearts", m.overview_hearts(), ({ hearts }) => hearts, number),
  ];
}

interface File {
  readonly heading: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const euros = (cents: number, format: CsvFormat) => numberCell((cents / 100).toFixed(2), format);

const FILES: Readonly<Record<OverviewFile, (viewer: Viewer, format: CsvFormat, now: Date) => Promise<File>>> =
  {
    async weeks(viewer, format, now) {
      const weeks = await weeksOf(viewer, now);
      return {
        heading: [
          m.overview_week(),
          m.overview_sales_count(),
          m.overview_sales(),
          m.overview_views(),
          m.overview_hearts(),
        ],
        rows: weeks.map(({ week, sales, cents, views, hearts }) => [
          week,
          String(sales),
          euros(cents, format),
          String(views),
          String(hearts),
        ]),
      };
    },
    async offers(viewer, format) {
      const offers = await offersToAnswer(viewer.id);
      return {
        heading: [
          m.overview_item(),
          m.overview_pieces(),
          m.overview_price(),
          m.overview_expires(),
          m.overview_link(),
        ],
        rows: offers.map(({ listing_name, pieces, cents, expires_at, room_id }) => [
          listing_name,
          String(pieces),
          euros(cents, format),
          expires_at.toISOString(),
          linkTo(room_id),
        ]),
      };
    },
    async questions(viewer) {
      const questions = await questionsToAnswer(viewer.id);
      return {
        heading: [m.overview_item(), m.overview_buyer(), m.overview_asked(), m.overview_link()],
        rows: questions.map(({ listing_name, buyer, asked_at, room_id }) => [
          listing_name,
          buyer,
          asked_at.toISOString(),
          linkTo(room_id),
        ]),
      };
    },
    async overpriced(viewer, format) {
      const overpriced = await overpricedOf(viewer.id);
      return {
        heading: [
          "id",
          m.overview_item(),
          m.overview_price(),
          m.overview_guide_low(),
          m.overview_guide_high(),
        ],
        rows: overpriced.map(({ id, name, cents, lowCents, highCents }) => [
          id,
          name,
          euros(cents, format),
          euros(lowCents, format),
          euros(highCents, format),
        ]),
      };
    },
  };

const linkTo = (roomId: string) => env().baseUrl + href("/messages/:roomId", { roomId });

/** Days and moments are in UTC, prices in euros. */
export function overviewFile(
  file: OverviewFile,
  viewer: Viewer,
  format: CsvFormat,
  now: Date,
): Promise<File> {
  return FILES[file](viewer, format, now);
}
