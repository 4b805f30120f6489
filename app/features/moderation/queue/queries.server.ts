import { type RawBuilder, sql } from "kysely";
import { isId } from "#app/domain/ids.ts";
import { db } from "#app/platform/db.server.ts";
import { CASE_COLUMNS, CASE_PEOPLE, type CaseRow, isClaimed, isWaiting } from "../cases/queries.server.ts";
import { BY_STAFF } from "../reports/rules.ts";

/** SQL: the name of a signal, or the reason that a person gave. The index `reports_cause` has this expression. */
export const CAUSE = sql`coalesce(nullif(signal, 'staff'), reason)`;

const APPEALED = sql`
  select case_id from appeals join decisions on decisions.id = decision_id where appeals.decided_at is null
`;
const COMPLAINED = sql`
  select case_id from complaints join reports on reports.id = report_id where complaints.decided_at is null
`;

export const QUEUE_TABS = ["open", "mine", "waiting", "appeals", "closed"] as const;
export type QueueTab = (typeof QUEUE_TABS)[number];

/** SQL: the cases of each tab. */
const IN_TAB: Readonly<Record<QueueTab, (viewerId: string) => RawBuilder<unknown>>> = {
  open: () => sql`state = 'open' and not ${isWaiting}`,
  mine: (viewerId) => sql`state = 'open' and claimed_by = ${viewerId} and ${isClaimed}`,
  waiting: () => sql`state = 'open' and ${isWaiting}`,
  appeals: () => sql`cases.id in (${APPEALED} union all ${COMPLAINED})`,
  closed: () => sql`state = 'closed'`,
};

export interface QueueRow extends CaseRow {
  /** Whether an appeal, or a complaint of a reporter, waits for its answer. */
  readonly appeal: boolean;
  readonly complaint: boolean;
}

const QUEUE_COLUMNS = sql`
  ${CASE_COLUMNS}, cases.id in (${APPEALED}) as appeal, cases.id in (${COMPLAINED}) as complaint
`;

interface Part {
  readonly tab: QueueTab;
  readonly viewerId: string;
  /** SQL of `filterCondition`. */
  readonly filter: RawBuilder<unknown>;
}

/** A page of the queue, sorted by urgency and then by age. Closed cases are sorted by when they were closed. */
export async function queue(
  { tab, viewerId, filter }: Part,
  { offset, most }: { offset: number; most: number },
): Promise<QueueRow[]> {
  const order = tab === "closed" ? sql`closed_at desc, cases.id` : sql`severity desc, opened_at, cases.id`;
  const { rows } = await sql<QueueRow>`
    with page as materialized (
      select id from cases where ${IN_TAB[tab](viewerId)} and ${filter}
      order by ${order} offset ${offset} limit ${most}
    )
    select ${QUEUE_COLUMNS} from page join cases using (id) ${CASE_PEOPLE} order by ${order}
  `.execute(db());
  return rows;
}

/** Cases are counted up to this many. */
export const MOST_COUNTED = 1_000;

/** How many cases each tab of the queue has, `MOST_COUNTED` at most. */
export async function queueCounts({
  viewerId,
  filter,
}: Omit<Part, "tab">): Promise<Readonly<Record<QueueTab, number>>> {
  const counted = QUEUE_TABS.map(
    (tab) => sql`(select count(*)::integer from (
      select from cases where ${IN_TAB[tab](viewerId)} and ${filter} limit ${MOST_COUNTED}
    ) counted) as ${sql.ref(tab)}`,
  );
  const { rows } = await sql<Record<QueueTab, number>>`select ${sql.join(counted)}`.execute(db());
  return rows[0] ?? { open: 0, mine: 0, waiting: 0, appeals: 0, closed: 0 };
}

/** Cases by their ids, the most urgent first. */
export async function casesWith(ids: readonly string[]): Promise<QueueRow[]> {
  const { rows } = await sql<QueueRow>`
    select ${QUEUE_COLUMNS} from cases ${CASE_PEOPLE} where cases.id = any(${ids.filter(isId)}::uuid[])
    order by severity desc, opened_at, cases.id
  `.execute(db());
  return rows;
}

/** The languages of the people whom these cases are about, the most frequent first. */
export async function languagesOf(rows: readonly Pick<CaseRow, "person_id">[]): Promise<(string | null)[]> {
  const ids = rows.flatMap(({ person_id }) => person_id ?? []);
  const { rows: languages } = await sql<{ language: string | null }>`
    select language from unnest(${ids}::uuid[]) as person (id) left join user_preferences on user_id = person.id
    group by language order by count(*) desc, language
  `.execute(db());
  return languages.map(({ language }) => language);
}

export interface CaseReporter {
  readonly reporter_id: string | null;
  readonly reporter: string | null;
  readonly signal: string | null;
  readonly anonymous: boolean;
}

/** Of the latest decided reports of a person or of a kind of signal: how many led to a measure that is still in force. */
export interface Share {
  readonly right: number;
  readonly decided: number;
}

/** What the queue shows of the reports of a case. */
export interface CaseReports {
  readonly causes: readonly string[];
  /** The first `REPORTERS_SHOWN`. */
  readonly reporters: readonly (CaseReporter & Share)[];
}

const REPORTERS_SHOWN = 2;
/** How many decided reports of each reporter are looked at. */
const LATEST_REPORTS = 100;

/** The reports of cases, by the ids of the cases. */
export async function reportsOfCases(ids: readonly string[]): Promise<ReadonlyMap<string, CaseReports>> {
  const { rows } = await sql<{ id: string; causes: string[]; reporters: CaseReporter[] }>`
    select listed.id,
      array(select distinct ${CAUSE} from reports where case_id = listed.id) as causes,
      array(
        select jsonb_build_object(
          'reporter_id', reporter_id, 'reporter', username, 'signal', signal, 'anonymous', reports.email is not null
        )
        from reports left join profiles on profiles.id = reporter_id
        where case_id = listed.id order by reports.id limit ${REPORTERS_SHOWN}
      ) as reporters
    from unnest(${ids}::uuid[]) as listed (id)
  `.execute(db());
  const shares = await sharesOf(rows.flatMap(({ reporters }) => reporters));
  return new Map(
    rows.map(({ id, causes, reporters }) => [
      id,
      { causes, reporters: reporters.map((reporter) => ({ ...reporter, ...shares(reporter) })) },
    ]),
  );
}

async function sharesOf(reporters: readonly CaseReporter[]): Promise<(reporter: CaseReporter) => Share> {
  const people = new Set(reporters.flatMap(({ reporter_id }) => reporter_id ?? []));
  const signals = new Set(reporters.flatMap(({ signal }) => (signal === BY_STAFF ? [] : (signal ?? []))));
  const share = (who: RawBuilder<unknown>, column: string) => sql`
    select who.key::text, count(*)::integer as decided, count(*) filter (where acted)::integer as right
    from ${who} as who (key) cross join lateral (
      select exists (
        select from decisions
        where decisions.case_id = cases.id and action <> 'dismiss' and in_force_at is not null and reversed_at is null
      ) as acted
      from reports join cases on cases.id = case_id
      where reports.${sql.ref(column)} = who.key and state = 'closed'
      order by reports.created_at desc limit ${LATEST_REPORTS}
    ) reported
    group by who.key
  `;
  const { rows } = await sql<Share & { key: string }>`
    ${share(sql`unnest(${[...people]}::uuid[])`, "reporter_id")}
    union all ${share(sql`unnest(${[...signals]}::text[])`, "signal")}
  `.execute(db());
  const shares = new Map(rows.map(({ key, right, decided }) => [key, { right, decided }]));
  return ({ reporter_id, signal }) => shares.get(reporter_id ?? signal ?? "") ?? { right: 0, decided: 0 };
}
