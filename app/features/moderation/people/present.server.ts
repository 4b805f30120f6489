import { href } from "react-router";
import { listingPathOf } from "#app/domain/categories/registry.ts";
import { formatDay, formatNumber } from "#app/domain/format.ts";
import { storedText } from "#app/domain/stored-name.ts";
import { sellerPath } from "#app/domain/username.ts";
import type { StaffMember } from "#app/domain/viewer.ts";
import { momentText } from "#app/features/accounts/mail-template.server.ts";
import { RESET_REASONS, type ResetReason } from "#app/features/accounts/schema.ts";
import { m } from "#app/paraglide/messages.js";
import { getLocale } from "#app/paraglide/runtime.js";
import { ACTION_TEXTS, ruleText } from "../cases/texts.server.ts";
import { KIND_TEXTS } from "../reports/texts.server.ts";
import { roleText } from "../staff/present.server.ts";
import type { AccountAlike, EntryKind, ExaminedPerson, TimelineRow, TimelineTab } from "./queries.server.ts";
import type { TimelineEntry } from "./ui/person-parts.tsx";

/** The facts of a person. How they sign in and what protects it is for operators, who help with it. */
export function presentPerson(person: ExaminedPerson, { role }: StaffMember) {
  const locale = getLocale();
  const yes = (is: boolean) => (is ? m.operator_yes() : m.operator_no());
  const number = (value: number) => formatNumber(value, locale);
  const until = person.suspendedUntil;
  const suspended = until
    ? m.operator_suspended_until({ day: formatDay(until, locale) })
    : m.operator_suspended();
  return {
    username: person.username,
    /** Nobody sees the page of a suspended person. */
    path: person.suspended ? null : sellerPath(person.username),
    verified: person.verified,
    facts: [
      { label: m.operator_person_joined(), value: formatDay(person.joinedAt, locale) },
      {
        label: m.operator_person_active(),
        value: person.activeAt ? momentText(person.activeAt, { locale }) : m.operator_none(),
      },
      { label: m.operator_person_verified(), value: yes(person.verified) },
      ...(role === "operator"
        ? [
            { label: m.operator_person_sign_in(), value: person.signIn.join(", ") || m.operator_none() },
            { label: m.operator_person_factor(), value: yes(person.secondFactor) },
          ]
        : []),
      ...(person.role === null ? [] : [{ label: m.staff_role(), value: roleText(person.role) }]),
      { label: m.operator_person_language(), value: person.language ?? m.operator_none() },
      { label: m.case_suspended(), value: person.suspended ? suspended : m.operator_no() },
      {
        label: m.operator_person_listings(),
        value: m.operator_person_available({
          available: number(person.available),
          all: number(person.listings),
        }),
      },
      { label: m.operator_person_bought(), value: number(person.bought) },
      { label: m.operator_person_sold(), value: number(person.sold) },
      { label: m.operator_person_cases(), value: number(person.openCases) },
    ],
  };
}

export function presentAlike(rows: readonly AccountAlike[]) {
  return rows.map(({ username, photos }) => ({
    username,
    path: href("/moderation/people/:username", { username }),
    photos: m.person_alike_photos({ count: photos }),
  }));
}

const TAB_TEXTS: Readonly<Record<TimelineTab, () => string>> = {
  all: m.person_tab_all,
  account: m.person_tab_account,
  listings: m.person_tab_listings,
  deals: m.person_tab_deals,
  cases: m.person_tab_cases,
};

export function tabText(tab: TimelineTab): string {
  return TAB_TEXTS[tab]();
}

const RESET_REASON_TEXTS: Readonly<Record<ResetReason, () => string>> = {
  lost: m.person_reset_lost,
  broken: m.person_reset_broken,
  replaced: m.person_reset_replaced,
  other: m.person_reset_other,
};

export function resetReasons() {
  return RESET_REASONS.map((value) => ({ value, label: RESET_REASON_TEXTS[value]() }));
}

const STATES: Readonly<Record<string, () => string>> = {
  available: m.person_state_available,
  reserved: m.listing_reserved,
  sold: m.listing_sold,
  hidden: m.person_state_hidden,
  removed: m.person_state_removed,
  suspended: m.case_suspended,
  unanswered: m.person_state_unanswered,
  open: m.person_state_open,
  closed: m.person_state_closed,
  agreed: m.orders_is_agreed,
  handed_over: m.orders_is_handed_over,
  sent: m.orders_is_sent,
  received: m.orders_is_received,
  cancelled: m.orders_is_cancelled,
  waiting: m.person_state_waiting,
  refused: m.person_state_refused,
  used: m.person_state_refused,
  stopped: m.person_state_stopped,
  done: m.person_state_done,
  reversed: m.case_reversed,
  upheld: m.person_state_upheld,
};

/** The name of a state. One that this version does not know is returned unchanged. */
function stateText(state: string | null): string | null {
  return state === null ? null : storedText(STATES, state);
}

const TEXTS: Readonly<Record<EntryKind, (row: TimelineRow) => string>> = {
  joined: () => m.person_joined(),
  renamed: ({ name }) => m.person_renamed({ name: name ?? "" }),
  factor_reset: () => m.person_factor_reset(),
  listed: ({ name }) => m.person_listed({ name: name ?? "" }),
  bought: ({ name }) => m.person_bought({ name: name ?? "" }),
  sold: ({ name }) => m.person_sold({ name: name ?? "" }),
  case: ({ detail }) => m.person_case({ kind: storedText(KIND_TEXTS, detail ?? "") }),
  decision: ({ state }) => m.person_decision({ action: storedText(ACTION_TEXTS, state ?? "") }),
  appeal: () => m.person_appeal(),
};

function detailOf({ kind, state, detail, until, reversed }: TimelineRow): string | null {
  if (kind !== "decision") return stateText(state);
  const parts = [
    detail === null ? null : ruleText(detail),
    until && m.operator_suspended_until({ day: formatDay(until, getLocale()) }),
    reversed && m.case_reversed(),
  ];
  return parts.filter(Boolean).join(" · ") || null;
}

const OF_CASES: readonly EntryKind[] = ["case", "decision", "appeal"];

function pathOf({ kind, id, state, detail }: TimelineRow): string | null {
  if (OF_CASES.includes(kind)) return href("/moderation/cases/:id", { id });
  // The page of a hidden listing is its owner's alone.
  const isShown = state === "available" || state === "reserved" || state === "sold";
  return kind === "listed" && detail !== null && isShown ? listingPathOf(detail, id) : null;
}

export function presentTimeline(rows: readonly TimelineRow[]): TimelineEntry[] {
  return rows.map((row) => ({
    key: `${row.kind} ${row.cursor}`,
    text: TEXTS[row.kind](row),
    detail: detailOf(row),
    path: pathOf(row),
    at: momentText(row.at, { locale: getLocale() }),
  }));
}
