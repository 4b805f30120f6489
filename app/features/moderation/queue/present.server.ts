import { href } from "react-router";
import { CASE } from "#app/domain/case-process.ts";
import { formatNumber, formatPrice } from "#app/domain/format.ts";
import { isTaken, refusalOf } from "#app/domain/process.ts";
import { isPrivate } from "#app/features/photos/photo.ts";
import { m } from "#app/paraglide/messages.js";
import { getLocale } from "#app/paraglide/runtime.js";
import { Refused } from "#app/platform/refused.server.ts";
import { presentCase, reporterOf } from "../cases/present.server.ts";
import { caseFacts } from "../cases/queries.server.ts";
import { causeText } from "../cases/texts.server.ts";
import { filterFields, filterSummary, type QueueFilter } from "./filter.server.ts";
import {
  type CaseReporter,
  type CaseReports,
  MOST_COUNTED,
  QUEUE_TABS,
  type QueueRow,
  type QueueTab,
  type Share,
} from "./queries.server.ts";
import type { QueueRowView } from "./view.ts";

const PATH = href("/moderation");

/** The URL of a page of the queue. */
function queuePath(tab: QueueTab, filter: QueueFilter, page = 1): string {
  const params = new URLSearchParams(filter);
  if (tab !== "open") params.set("view", tab);
  if (page > 1) params.set("page", String(page));
  return params.size > 0 ? `${PATH}?${params}` : PATH;
}

const TAB_TEXTS: Readonly<Record<QueueTab, (inputs: { count: string }) => string>> = {
  open: m.moderation_view_open,
  mine: m.moderation_view_mine,
  waiting: m.moderation_view_waiting,
  appeals: m.moderation_view_appeals,
  closed: m.moderation_view_closed,
};

export const CASES_PER_PAGE = 50;

/** The tabs, the pages and the filter of the queue, whose links keep what else is chosen. */
export function presentQueue(tab: QueueTab, filter: QueueFilter, counts: Readonly<Record<QueueTab, number>>) {
  const pages = Math.ceil(counts[tab] / CASES_PER_PAGE);
  return {
    tabs: QUEUE_TABS.map((other) => ({
      to: queuePath(other, filter),
      label: TAB_TEXTS[other]({
        count: formatNumber(counts[other], getLocale()) + (counts[other] < MOST_COUNTED ? "" : "+"),
      }),
      current: other === tab,
    })),
    pages: Array.from({ length: pages }, (_, nth) => queuePath(tab, filter, nth + 1)),
    fields: filterFields(filter),
    /** The fields of the form that are not its own. */
    kept: tab === "open" ? [] : [["view", tab] as const],
    chips: filterSummary(filter).map(({ name, label }) => {
      const { [name]: _, ...rest } = filter;
      return { label, to: queuePath(tab, rest) };
    }),
    clear: queuePath(tab, {}),
    isOpen: tab === "open" || tab === "mine",
  };
}

/** "Reported by sanne (right 2 of 3 times) and 4 more · Noticed automatically" */
function reportedText(reporters: CaseReports["reporters"], more: number): string {
  const people = reporters.filter(({ signal }) => signal === null).map(reporterText);
  return [
    people.length > 0 && m.queue_reported_by({ names: people.join(", ") }),
    ...reporters.filter(({ signal }) => signal !== null).map(reporterText),
    more > 0 && m.queue_reporters_more({ count: more }),
  ]
    .filter(Boolean)
    .join(" · ");
}

function reporterText(reporter: CaseReporter & Share): string {
  const { right, decided } = reporter;
  const name = reporterOf(reporter);
  return decided === 0 ? name : m.queue_reporter_right({ name, right, decided });
}

export function presentQueueRows(
  rows: readonly QueueRow[],
  reports: ReadonlyMap<string, CaseReports>,
  viewer: { readonly id: string },
): QueueRowView[] {
  const now = new Date();
  return rows.map((row) => {
    const { causes = [], reporters = [] } = reports.get(row.id) ?? {};
    return {
      ...presentCase(row, now),
      thumbnail: thumbnailOf(row),
      price:
        row.evidence?.priceCents === undefined ? null : formatPrice(row.evidence.priceCents, getLocale()),
      reasons: causes.map(causeText),
      reported: reportedText(reporters, row.reports - reporters.length),
      appeal: row.appeal,
      complaint: row.complaint,
      stop: stopOf(row, viewer),
    };
  });
}

/** A picture of a private message is seen only on the page of its case, whose opening is logged. */
function thumbnailOf({ id, evidence }: QueueRow): string | null {
  const [photo] = evidence?.photos ?? [];
  if (photo === undefined || isPrivate(photo)) return null;
  return `${href("/moderation/cases/:id/photos/:nth", { id, nth: "0" })}?width=160`;
}

/** Why the viewer cannot claim and decide a case, or null. */
function stopOf(row: QueueRow, viewer: { readonly id: string }): string | null {
  const facts = caseFacts(row, viewer);
  const step = isTaken(CASE, "claim", facts, "moderator") ? "decide" : "claim";
  const refusal = refusalOf(CASE, step, facts, "moderator", { actorId: viewer.id, now: null });
  return refusal && new Refused(refusal, { name: row.claimer ?? "" }).message;
}
