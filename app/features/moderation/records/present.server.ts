import { formatNumber, formatShare } from "#app/domain/format.ts";
import { storedText } from "#app/domain/stored-name.ts";
import { m } from "#app/paraglide/messages.js";
import { getLocale } from "#app/paraglide/runtime.js";
import { ACTION_TEXTS, ruleText } from "../cases/texts.server.ts";
import { KIND_TEXTS, REASON_TEXTS } from "../reports/texts.server.ts";
import { bySignal, type Signal, signalText } from "../signals/definitions.ts";
import { type LogRow, type ModerationCounts, SIGNAL_DAYS, type SignalOutcome } from "./queries.server.ts";

export const LOG_HEADING = ["time", "actor", "action", "subject", "facts"] as const;

/** An entry of the log of staff as cells of a CSV row, with ids and names of actions as they are stored. */
export function logCells({ logged_at, actor_id, action, subject_id, facts }: LogRow): string[] {
  return [logged_at.toISOString(), actor_id ?? "", action, subject_id ?? "", JSON.stringify(facts)];
}

function hoursText(hours: number | null): string {
  return hours === null ? m.records_none() : formatNumber(Math.round(hours), getLocale());
}

/** The moderators' counts of a year as tables of texts, for the page and for the CSV file. */
export function presentRecordCounts({
  reports,
  signals,
  decisions,
  appeals,
  complaints,
  decisionHours,
  appealHours,
  complaintHours,
}: ModerationCounts) {
  const number = (count: number) => formatNumber(count, getLocale());
  const answers = ({ received, reversed, upheld }: ModerationCounts["appeals"]) => [
    { label: m.records_appeals_received(), value: number(received) },
    { label: m.records_appeals_reversed(), value: number(reversed) },
    { label: m.records_appeals_upheld(), value: number(upheld) },
  ];
  return [
    {
      title: m.records_reports(),
      rows: reports.map(({ kind, reason, count }) => ({
        label: `${storedText(KIND_TEXTS, kind)}: ${storedText(REASON_TEXTS, reason)}`,
        value: number(count),
      })),
    },
    {
      title: m.records_signals(),
      rows: signals.map(({ signal, count }) => ({ label: signalText(signal), value: number(count) })),
    },
    {
      title: m.records_decisions(),
      rows: decisions.map(({ action, rule, count }) => ({
        label: [storedText(ACTION_TEXTS, action), ...(rule === null ? [] : [ruleText(rule)])].join(": "),
        value: number(count),
      })),
    },
    { title: m.records_appeals(), rows: answers(appeals) },
    { title: m.records_complaints(), rows: answers(complaints) },
    {
      title: m.records_times(),
      rows: [
        { label: m.records_time_decision(), value: hoursText(decisionHours) },
        { label: m.records_time_appeal(), value: hoursText(appealHours) },
        { label: m.records_time_complaint(), value: hoursText(complaintHours) },
      ],
    },
  ];
}

/** What came of each signal: "In 90 days: 12 raised, 8 decided · 75% upheld". */
export function presentSignals(outcomes: readonly SignalOutcome[]): Readonly<Record<Signal, string>> {
  const locale = getLocale();
  return bySignal((name) => {
    const { raised, decided, upheld } = outcomes.find(({ signal }) => signal === name) ?? NONE;
    const counts = {
      days: SIGNAL_DAYS,
      raised: formatNumber(raised, locale),
      decided: formatNumber(decided, locale),
    };
    const share = decided > 0 && m.signals_upheld({ share: formatShare(upheld / decided, locale) });
    return [m.signals_raised(counts), ...(share ? [share] : [])].join(" · ");
  });
}

const NONE = { raised: 0, decided: 0, upheld: 0 };
