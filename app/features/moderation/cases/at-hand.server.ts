import { sql } from "kysely";
import { href } from "react-router";
import { listingPathOf } from "#app/domain/categories/registry.ts";
import { formatPrice } from "#app/domain/format.ts";
import { devicesOf } from "#app/features/accounts/security/sessions.server.ts";
import { listingsOf } from "#app/features/listings/queries.server.ts";
import { m } from "#app/paraglide/messages.js";
import { getLocale } from "#app/paraglide/runtime.js";
import { db } from "#app/platform/db.server.ts";
import { causeOf, type ReportReason } from "../reports/rules.ts";
import type { CaseRow } from "./queries.server.ts";
import { causeText } from "./texts.server.ts";
import { type AtHandView, newCasePath } from "./view.ts";

/** How many of the person's listings and messages are shown, the newest. */
const LISTINGS = 30;
const MESSAGES = 10;

interface MessageRow {
  readonly id: string;
  readonly text: string;
  readonly reason: ReportReason;
  readonly signal: string | null;
}

/** Messages of the person that were reported, or that a signal or a moderator noticed. */
async function noticedMessages({ id, person_id }: CaseRow): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`
    select cases.id, left(evidence ->> 'text', 300) as text, reason, signal
    from cases cross join lateral (
      select evidence, reason, signal from reports where case_id = cases.id order by id limit 1
    ) first
    where person_id = ${person_id} and subject_kind = 'message' and cases.id <> ${id} and evidence ->> 'text' <> ''
    order by opened_at desc limit ${MESSAGES}
  `.execute(db());
  return rows;
}

/** What else moderators may need of the person of a case. Null: the account was deleted. */
export async function presentAtHand(row: CaseRow): Promise<AtHandView | null> {
  if (row.person_id === null || row.username === null) return null;
  const [listings, messages, devices] = await Promise.all([
    listingsOf(row.person_id, { most: LISTINGS }),
    noticedMessages(row),
    devicesOf(row.person_id),
  ]);
  return {
    listings: listings
      .filter(({ id }) => id !== row.subject_id)
      .map(({ type, id, name, price_cents }) => ({
        id,
        path: listingPathOf(type, id),
        name,
        price: formatPrice(price_cents, getLocale()),
        newCase: newCasePath("listing", id),
      })),
    messages: messages.map(({ id, text, reason, signal }) => ({
      path: href("/moderation/cases/:id", { id }),
      text,
      reason: causeText(causeOf({ reason, signal })),
    })),
    devices: devices.map(({ name, used }) => ({ name: name ?? m.case_device_unknown(), used })),
    newCase: newCasePath("person", row.username),
  };
}
