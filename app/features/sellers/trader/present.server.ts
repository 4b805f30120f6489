import { m } from "#app/paraglide/messages.js";
import { shownEmail } from "#app/platform/mail.server.ts";
import type { TraderView } from "../view.ts";
import type { TraderRow } from "./queries.server.ts";

export function presentTrader(row: TraderRow): TraderView {
  const facts = [
    { label: m.trader_name(), value: row.name },
    { label: m.trader_address(), value: row.address },
    { label: m.trader_registration(), value: row.registration },
    { label: m.auth_email(), value: shownEmail(row.email) },
    { label: m.profile_phone(), value: row.phone },
  ];
  return { facts: row.vat_id === null ? facts : [...facts, { label: m.trader_vat(), value: row.vat_id }] };
}

export function traderFact(row: TraderRow | null): string {
  return row ? m.trader_mark() : m.trader_private();
}

/** One line among a listing's details. */
export function traderRow(row: TraderRow): { label: string; value: string; meaning: string } {
  const { name, address, registration, email, phone, vat_id: vat } = row;
  const rest = [address.replace(/\s*\n\s*/g, ", "), registration, vat, shownEmail(email), phone];
  return {
    label: m.trader_mark(),
    value: name,
    meaning: rest.filter((text) => text !== null).join(" · "),
  };
}

/** The rights of a buyer depend on whether the seller is a trader. `seller` is the username. */
export function buyerRights(seller: string, row: TraderRow | null): string {
  return row ? m.trader_rights({ name: seller, business: row.name }) : m.trader_no_rights({ name: seller });
}
