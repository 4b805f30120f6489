import { formatAgo, formatNumber } from "#app/domain/format.ts";
import { momentText } from "#app/features/accounts/mail-template.server.ts";
import type { ConciergeReply } from "#app/features/assistant/rules.ts";
import type { VoteCount } from "#app/features/assistant/votes.server.ts";
import { m } from "#app/paraglide/messages.js";
import { getLocale } from "#app/paraglide/runtime.js";
import type { FailedJob } from "#app/platform/jobs.server.ts";
import type { Counted, Series } from "./daily-counts.ts";
import type { Health, Totals } from "./overview.server.ts";

const COUNTS: Readonly<Record<Counted, () => string>> = {
  people: m.operator_new_people,
  listings: m.operator_new_listings,
  offers: m.operator_new_offers,
  deals: m.operator_new_deals,
  reports: m.operator_new_reports,
};

/** `heights` are shares of the highest bar, 0 to 1. */
export function presentSeries(series: readonly Series[]) {
  return series.map(({ kind, total, counts }) => {
    const highest = Math.max(1, ...counts);
    return {
      kind,
      label: COUNTS[kind](),
      total: formatNumber(total, getLocale()),
      heights: counts.map((count) => count / highest),
    };
  });
}

export function presentTotals({ hoursToDecision, ...counts }: Totals) {
  const number = (value: number) => formatNumber(value, getLocale());
  const hours = hoursToDecision === null ? null : Math.max(1, Math.round(hoursToDecision));
  return [
    { label: m.operator_total_people(), value: number(counts.people) },
    { label: m.operator_total_listings(), value: number(counts.listings) },
    { label: m.operator_total_offers(), value: number(counts.offers) },
    { label: m.operator_total_deals(), value: number(counts.deals) },
    { label: m.operator_total_cases(), value: number(counts.cases) },
    {
      label: m.operator_decision_time(),
      value: hours === null ? m.operator_none() : m.operator_hours({ hours: number(hours) }),
    },
  ];
}

const REPLIES: Readonly<Record<ConciergeReply, () => string>> = {
  choosing: m.assistant_chip_racket,
  tension: m.assistant_chip_string,
  beginner: m.operator_reply_beginner,
  preferences: m.assistant_chip_preferences,
  search: m.assistant_chip_search,
  rephrase: m.operator_reply_rephrase,
};

export function presentVotes(counts: readonly VoteCount[]) {
  const number = (value: number) => formatNumber(value, getLocale());
  return counts.map(({ reply, helpful, unhelpful }) => ({
    label: REPLIES[reply](),
    value: m.operator_concierge_votes({ helpful: number(helpful), unhelpful: number(unhelpful) }),
  }));
}

const MEGABYTE = 1_000_000;

/** Where `good` is false, the operator has to do something. */
export function presentHealth({ database, storage, mail }: Health, failed: readonly FailedJob[], now: Date) {
  const locale = getLocale();
  const megabytes = formatNumber(Math.ceil(database.bytes / MEGABYTE), locale);
  const late = mail.oldest !== null && now.getTime() - mail.oldest.getTime() > 600_000;
  // People mistype their email addresses. When most mails are refused, the mail server does not accept the shop.
  const undelivered = mail.failed > mail.refused || mail.refused > mail.sent;
  const mails = mail.smtp
    ? m.operator_mail_state({
        waiting: formatNumber(mail.waiting, locale),
        failed: formatNumber(mail.failed, locale),
      })
    : m.operator_mail_stored();
  return [
    {
      label: m.operator_database(),
      good: true,
      text: m.operator_database_state({ version: database.version, megabytes }),
    },
    {
      label: m.operator_storage(),
      good: storage.answers,
      text: storage.answers ? m.operator_storage_answers() : m.operator_storage_silent(),
    },
    {
      label: m.operator_mail(),
      good: !late && !undelivered,
      text:
        mail.oldest && late
          ? `${mails} ${m.operator_mail_late({ ago: formatAgo(mail.oldest, now, locale) })}`
          : mails,
    },
    {
      label: m.operator_jobs(),
      good: failed.length === 0,
      text: failed.length === 0 ? m.operator_jobs_fine() : m.operator_jobs_failed({ count: failed.length }),
    },
  ];
}

export function presentJobs(jobs: readonly FailedJob[]) {
  const moment = (at: Date) => momentText(at, { locale: getLocale() });
  return jobs.map(({ id, name, runs, nextAt, queuedAt, error }) => ({
    id,
    name,
    error,
    queued: m.operator_job_queued({ at: moment(queuedAt), runs }),
    next: nextAt ? m.operator_job_next({ at: moment(nextAt) }) : m.operator_job_ended(),
  }));
}
