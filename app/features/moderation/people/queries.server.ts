import { type RawBuilder, sql } from "kysely";
import type { StaffRole } from "#app/domain/viewer.ts";
import { looksLike } from "#app/features/photos/alike.server.ts";
import { db } from "#app/platform/db.server.ts";

/** Without email address, postal address and phone number, and without anything that the person wrote. */
export interface ExaminedPerson {
  readonly id: string;
  readonly username: string;
  readonly verified: boolean;
  readonly language: string | null;
  readonly joinedAt: Date;
  /** When they last used a session or a key, at most five minutes late. Null: never since this is written. */
  readonly activeAt: Date | null;
  readonly secondFactor: boolean;
  /** "password", and the names of providers. */
  readonly signIn: readonly string[];
  readonly role: StaffRole | null;
  readonly suspended: boolean;
  /** Null if the person is not suspended, or suspended permanently. */
  readonly suspendedUntil: Date | null;
  readonly available: number;
  readonly listings: number;
  readonly bought: number;
  readonly sold: number;
  readonly openCases: number;
}

/** The person with this username, ignoring case, or null. */
export async function examinedPerson(username: string): Promise<ExaminedPerson | null> {
  if (username.includes("\0")) return null;
  const { rows } = await sql<ExaminedPerson>`
    select users.id, profiles.username, email_verified as verified, language,
      users.created_at as "joinedAt", two_factor_enabled as "secondFactor",
      greatest(
        seen_at,
        (select max(used_at) from sessions where user_id = users.id),
        (select max(used_at) from api_keys where user_id = users.id)
      ) as "activeAt",
      array(
        select distinct case provider_id when 'credential' then 'password' else provider_id end
        from accounts where user_id = users.id order by 1
      ) as "signIn",
      (select role from staff where user_id = users.id) as role,
      coalesce(suspended_until > now(), false) as suspended,
      case when suspended_until > now() then nullif(suspended_until, 'infinity') end as "suspendedUntil",
      (select count(*) from listings where user_id = users.id and status = 'available') as available,
      (select count(*) from listings where user_id = users.id) as listings,
      (select count(*) from deals where buyer_id = users.id and state <> 'cancelled') as bought,
      (select count(*) from deals where seller_id = users.id and state <> 'cancelled') as sold,
      (select count(*) from cases where person_id = users.id and state = 'open') as "openCases"
    from users
    join profiles on profiles.id = users.id
    left join user_preferences on user_preferences.user_id = users.id
    where lower(profiles.username) = lower(${username})
  `.execute(db());
  return rows[0] ?? null;
}

/** What a timeline can be narrowed to. */
export const TIMELINE_TABS = ["all", "account", "listings", "deals", "cases"] as const;
export type TimelineTab = (typeof TIMELINE_TABS)[number];

export type EntryKind =
  | "joined"
  | "renamed"
  | "factor_reset"
  | "listed"
  | "bought"
  | "sold"
  | "case"
  | "decision"
  | "appeal";

/** Something that happened to a person. What the texts mean depends on the kind (`present.server.ts`). */
export interface TimelineRow {
  readonly kind: EntryKind;
  readonly at: Date;
  /** The time as a cursor, and what orders entries of one moment. */
  readonly cursor: string;
  readonly id: string;
  readonly name: string | null;
  readonly state: string | null;
  readonly detail: string | null;
  /** When a suspension ends; null for a permanent one. */
  readonly until: Date | null;
  readonly reversed: boolean;
}

export const ENTRIES_PER_PAGE = 30;

type Source = (userId: string) => RawBuilder<unknown>;

/** Each source has the columns kind, at, id, name, state, detail, until and reversed. */
const SOURCES: Readonly<Record<Exclude<TimelineTab, "all">, readonly Source[]>> = {
  account: [
    (id) => sql`select 'joined', created_at, id, null, null, null, null, false from users where id = ${id}`,
    (id) => sql`select 'renamed', left_at, user_id, skeleton, null, null, null, false
      from former_usernames where user_id = ${id}`,
    (id) => sql`select 'factor_reset', asked_at, id, null, state, null, null, false
      from factor_resets where user_id = ${id}`,
  ],
  listings: [
    (id) => sql`select 'listed', created_at, id, name, coalesce(hidden, status), type, null, false
      from listings where user_id = ${id}`,
  ],
  deals: [(id) => dealsAs("bought", "buyer_id", id), (id) => dealsAs("sold", "seller_id", id)],
  cases: [
    (id) => sql`select 'case', opened_at, id, null, state, subject_kind, null, false
      from cases where person_id = ${id}`,
    (id) => sql`select 'decision', in_force_at, case_id, null, action, rule, nullif(until, 'infinity'),
      reversed_at is not null
      from decisions where person_id = ${id} and in_force_at is not null`,
    (id) => sql`select 'appeal', appeals.created_at, case_id, null,
      case when appeals.decided_at is null then 'open' when reversed then 'reversed' else 'upheld' end, null, null, false
      from appeals join decisions on decisions.id = decision_id where person_id = ${id}`,
  ],
};

function dealsAs(kind: EntryKind, column: "buyer_id" | "seller_id", id: string): RawBuilder<unknown> {
  return sql`select ${sql.lit(kind)}, created_at, id,
    (select listing_name from deal_items where deal_id = deals.id and place = 0), state, null, null, false
    from deals where ${sql.ref(column)} = ${id}`;
}

/** The cursor of an entry: its time in microseconds and its id. */
export function timelinePosition(text: string | null): { micros: string; id: string } | null {
  const [, micros = "", id = ""] = /^(\d{1,17})-([0-9a-f-]{36})$/.exec(text ?? "") ?? [];
  return micros === "" ? null : { micros, id };
}

/** A page of what happened to a person, the newest first, and one entry more if there are more. */
export async function timelineOf(
  userId: string,
  tab: TimelineTab,
  before: { readonly micros: string; readonly id: string } | null,
): Promise<TimelineRow[]> {
  const sources = tab === "all" ? Object.values(SOURCES).flat() : SOURCES[tab];
  const isBefore = before
    ? sql`(at, id) < ('epoch'::timestamptz + ${before.micros}::bigint * interval '1 microsecond', ${before.id}::uuid)`
    : sql`true`;
  const pages = sources.map(
    (source) => sql`(
      select kind, at, id, name::text, state::text, detail::text, until::timestamptz, reversed
      from (${source(userId)}) entry (kind, at, id, name, state, detail, until, reversed)
      where ${isBefore} order by at desc, id desc limit ${ENTRIES_PER_PAGE + 1}
    )`,
  );
  const { rows } = await sql<TimelineRow>`
    select kind, at, (extract(epoch from at) * 1000000)::bigint::text || '-' || id as cursor, id, name, state, detail,
      until, reversed
    from (${sql.join(pages, sql` union all `)}) entries order by at desc, id desc limit ${ENTRIES_PER_PAGE + 1}
  `.execute(db());
  return rows;
}

export interface AccountAlike {
  readonly username: string;
  readonly photos: number;
}

/** How many of a person's photos are compared, the newest first. */
const COMPARED = 100;
const MOST_ALIKE = 10;

/** Other accounts whose listings show a photo that looks like one of this person's: a hint, which proves nothing. */
export async function accountsAlike(userId: string): Promise<AccountAlike[]> {
  const { rows } = await sql<AccountAlike>`
    with theirs as materialized (
      select dhash from photos where user_id = ${userId} and dhash is not null and listing_id is not null
      order by id desc limit ${COMPARED}
    )
    select username, count(distinct photos.id) as photos
    from (select distinct dhash from theirs) mine
    join photos on ${looksLike("photos", sql`mine.dhash`)}
    join profiles on profiles.id = photos.user_id
    where photos.user_id <> ${userId} group by username order by photos desc, username limit ${MOST_ALIKE}
  `.execute(db());
  return rows;
}
