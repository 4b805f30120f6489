import { type RawBuilder, sql } from "kysely";
import { isWritable, oneLine } from "#app/domain/text-rules.ts";
import { m } from "#app/paraglide/messages.js";
import { isClaimed } from "../cases/queries.server.ts";
import { REASONS, type ReportReason, SUBJECT_KINDS, type SubjectKind } from "../reports/rules.ts";
import { KIND_TEXTS, REASON_TEXTS } from "../reports/texts.server.ts";
import { SIGNALS, signalText } from "../signals/definitions.ts";
import { CAUSE } from "./queries.server.ts";

/** A part of the filter: a parameter of the URL, a field of the form, a condition of the query, and a chip. */
interface Part {
  readonly label: () => string;
  /** The values to choose from, each with its text. Null: any text. */
  readonly choices: () => Readonly<Record<string, string>> | null;
  /** SQL for a query that reads `cases`. */
  readonly where: (value: string, viewerId: string) => RawBuilder<unknown>;
}

const textsOf = <Key extends string>(keys: readonly Key[], textOf: (key: Key) => string) =>
  Object.fromEntries(keys.map((key) => [key, textOf(key)]));

const idOf = (username: string) =>
  sql`(select profiles.id from profiles where lower(username) = lower(${username}))`;

const CLAIMS: Readonly<Record<string, (viewerId: string) => RawBuilder<unknown>>> = {
  free: () => sql`${isClaimed} is not true`,
  mine: (viewerId) => sql`${isClaimed} and claimed_by = ${viewerId}`,
  others: (viewerId) => sql`${isClaimed} and claimed_by <> ${viewerId}`,
};

const AGES: Readonly<Record<string, RawBuilder<unknown>>> = {
  "under-1": sql`opened_at > now() - interval '1 day'`,
  "over-1": sql`opened_at < now() - interval '1 day'`,
  "over-3": sql`opened_at < now() - interval '3 days'`,
  "over-7": sql`opened_at < now() - interval '7 days'`,
};

/** The beginnings of words, as `to_tsquery` reads them. */
function prefixesIn(words: string): string {
  return (words.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => `'${word}':*`).join(" & ");
}

const PARTS = {
  q: {
    label: () => m.queue_words(),
    choices: () => null,
    where: (words) => sql`cases.id in (
      select case_id from reports where report_words(evidence, words) @@ to_tsquery('simple', ${prefixesIn(words)})
    )`,
  },
  kind: {
    label: () => m.queue_kind(),
    choices: () => textsOf<SubjectKind>(SUBJECT_KINDS, (kind) => KIND_TEXTS[kind]()),
    where: (kind) => sql`subject_kind = ${kind}`,
  },
  reason: {
    label: () => m.queue_reason(),
    choices: () => ({
      ...textsOf(Object.keys(REASONS) as ReportReason[], (reason) => REASON_TEXTS[reason]()),
      ...textsOf(Object.keys(SIGNALS), signalText),
    }),
    where: (cause) => sql`cases.id in (select case_id from reports where ${CAUSE} = ${cause})`,
  },
  about: {
    label: () => m.queue_about(),
    choices: () => null,
    where: (username) => sql`person_id = ${idOf(username)}`,
  },
  reporter: {
    label: () => m.queue_reporter(),
    choices: () => null,
    where: (username) => sql`cases.id in (select case_id from reports where reporter_id = ${idOf(username)})`,
  },
  age: {
    label: () => m.queue_age(),
    choices: () => ({
      "under-1": m.queue_age_under(),
      "over-1": m.queue_age_over_day(),
      "over-3": m.queue_age_over({ days: 3 }),
      "over-7": m.queue_age_over({ days: 7 }),
    }),
    where: (age) => AGES[age] ?? sql`true`,
  },
  claimed: {
    label: () => m.queue_claimed(),
    choices: () => ({
      free: m.queue_claimed_free(),
      mine: m.queue_claimed_mine(),
      others: m.queue_claimed_others(),
    }),
    where: (claim, viewerId) => CLAIMS[claim]?.(viewerId) ?? sql`true`,
  },
} as const satisfies Record<string, Part>;

type PartName = keyof typeof PARTS;
const NAMES = Object.keys(PARTS) as PartName[];

/** What of the queue is shown. A part that is missing excludes nothing. */
export type QueueFilter = Readonly<Partial<Record<PartName, string>>>;

const LONGEST_TEXT = 100;

function valueIn(name: PartName, text: string | null): string | null {
  const value = oneLine(text ?? "").slice(0, LONGEST_TEXT);
  const choices = PARTS[name].choices();
  if (choices) return Object.hasOwn(choices, value) ? value : null;
  return isWritable(value) && (name !== "q" || prefixesIn(value) !== "") ? value || null : null;
}

/** Reads the filter from the parameters of the URL. Unknown values are ignored. */
export function readFilter(params: URLSearchParams): QueueFilter {
  const values = NAMES.map((name) => [name, valueIn(name, params.get(name))] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== null));
}

/** SQL: which cases the filter shows, for a query that reads `cases`. */
export function filterCondition(filter: QueueFilter, viewerId: string): RawBuilder<unknown> {
  const conditions = NAMES.flatMap((name) => {
    const value = filter[name];
    return value === undefined ? [] : [PARTS[name].where(value, viewerId)];
  });
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}

/** The fields of the form, with what is chosen. */
export function filterFields(filter: QueueFilter) {
  return NAMES.map((name) => {
    const choices = PARTS[name].choices();
    return {
      name,
      label: PARTS[name].label(),
      value: filter[name] ?? "",
      choices: choices && Object.entries(choices).map(([value, label]) => ({ value, label })),
    };
  });
}

/** What is chosen, as short texts. */
export function filterSummary(filter: QueueFilter): { readonly name: PartName; readonly label: string }[] {
  return filterFields(filter)
    .filter(({ value }) => value !== "")
    .map(({ name, label, value, choices }) => ({
      name,
      label: choices?.find((choice) => choice.value === value)?.label ?? m.mail_fact({ label, value }),
    }));
}
