import { sql, type Transaction } from "kysely";
import { type DealRole, otherRole } from "#app/domain/deal.ts";
import { DEAL, type DealFacts } from "#app/domain/deal-process.ts";
import { isTaken, refusalOf, sideOf, toldOf } from "#app/domain/process.ts";
import {
  PROPOSAL,
  PROPOSAL_ANSWERS,
  PROPOSALS_A_DAY,
  type ProposalKind,
  type ProposalState,
} from "#app/domain/proposal-process.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import { invalidateListingPages } from "#app/features/listings/commands.server.ts";
import { m } from "#app/paraglide/messages.js";
import type { Queries } from "#app/platform/db.server.ts";
import type { DB } from "#app/platform/db-types.ts";
import { publishingTransaction } from "#app/platform/events.server.ts";
import { limit } from "#app/platform/rate-limit.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { notifyDeal } from "./notify.server.ts";
import type { ProposalAnswerInput, ProposalInput } from "./order-schema.server.ts";
import { lockedDeal, writeStep } from "./rows.server.ts";

/**
 * Proposes another price or a cancellation to the other party of a deal that both agreed to
 * (docs/decisions/0047-deals.md). A form that is sent twice makes one proposal.
 * @throws 404 not a deal of the viewer; 409 the deal is not in the state "agreed" any more, another proposal is open,
 * or the viewer has made too many in the last 24 hours; 403 the other party was deleted; 422 the price is the current
 * one; 429 rate limit
 */
export async function propose(
  viewer: Viewer,
  dealId: string,
  proposed: ProposalInput,
): Promise<{ repeated: boolean }> {
  await limit("deal", viewer.id);
  return publishingTransaction((trx) => proposeIn(trx, viewer, dealId, proposed));
}

async function proposeIn(trx: Transaction<DB>, viewer: Viewer, dealId: string, proposed: ProposalInput) {
  const { deal, role, facts } = await lockedDeal(trx, viewer, dealId);
  const { proposal: id, reason } = proposed;
  const existing = await proposalRow(trx, id);
  if (existing) {
    if (existing.deal_id !== dealId || existing.by !== role) throw new Refused("deal_gone");
    return { repeated: true };
  }
  const refusal = refusalToPropose(facts, role);
  if (refusal) throw new Refused(refusal);
  const price = proposed.intent === "propose_price" ? proposed.price : null;
  if (price === deal.price_cents)
    throw new Refused("invalid", { fault: m.deal_proposal_same_price(), field: "price" });
  await checkCounts(trx, dealId, role);
  await trx
    .insertInto("deal_proposals")
    .values({
      id,
      deal_id: dealId,
      made_by: role,
      kind: price === null ? "cancellation" : "price",
      price_cents: price,
      reason,
    })
    .execute();
  const done = price === null ? "cancellation_proposed" : "price_proposed";
  await notifyDeal(trx, viewer, dealId, done, { key: id, reason });
  return { repeated: false };
}

/** Why this party cannot propose anything now; null if they can, unless a proposal is open or they made too many. */
export function refusalToPropose(facts: DealFacts, role: DealRole) {
  const isOtherHere = otherRole(role) === "seller" ? facts.sellerHere : facts.buyerHere;
  return refusalUnlessAgreed(facts) ?? (isOtherHere ? null : "chat_other_left");
}

/** Only the parties of an agreed deal change it together. */
export function refusalUnlessAgreed(facts: DealFacts) {
  return refusalOf(DEAL, "cancel_together", facts, "both", { role: "both", now: null });
}

async function checkCounts(trx: Transaction<DB>, dealId: string, role: DealRole): Promise<void> {
  const { open, today } = await trx
    .selectFrom("deal_proposals")
    .select([
      sql<number>`count(*) filter (where state = 'open')`.as("open"),
      sql<number>`count(*) filter (where made_by = ${role} and created_at > now() - interval '24 hours')`.as(
        "today",
      ),
    ])
    .where("deal_id", "=", dealId)
    .executeTakeFirstOrThrow();
  if (open > 0) throw new Refused("deal_proposal_open");
  if (today >= PROPOSALS_A_DAY) throw new Refused("deal_proposals_many", { count: PROPOSALS_A_DAY });
}

/**
 * Answers a proposal: its author withdraws it, the other party confirms or declines. Of several concurrent
 * answers, one takes effect. An answer that was already given changes nothing.
 * @returns `repeated`: an earlier click or another tab gave this answer
 * @throws 404 not a deal of the viewer, or no such proposal; 409 the proposal is not open any more, or this answer is
 * the other party's to give; 429 rate limit
 */
export async function answerProposal(
  viewer: Viewer,
  dealId: string,
  input: ProposalAnswerInput,
): Promise<{ repeated: boolean; kind: ProposalKind }> {
  await limit("deal", viewer.id);
  const { types, ...outcome } = await publishingTransaction((trx) => answerIn(trx, viewer, dealId, input));
  invalidateListingPages(types);
  return outcome;
}

async function answerIn(
  trx: Transaction<DB>,
  viewer: Viewer,
  dealId: string,
  { intent, proposal: id }: ProposalAnswerInput,
) {
  const answer = PROPOSAL_ANSWERS.find((one) => intent === `${one}_proposal`);
  if (!answer) throw new Error(`"${intent}" is no answer.`);
  const locked = await lockedDeal(trx, viewer, dealId);
  const { role, items, facts } = locked;
  const proposal = await proposalRow(trx, id);
  if (!proposal || proposal.deal_id !== dealId) throw new Refused("deal_gone");
  const { kind, reason } = proposal;
  const side = sideOf(proposal, role);
  if (isTaken(PROPOSAL, answer, proposal, side)) return { repeated: true, kind, types: [] };
  const refusal = refusalUnlessAgreed(facts) ?? refusalOf(PROPOSAL, answer, proposal, side, null);
  if (refusal) throw new Refused(refusal);
  await closeProposal(trx, { id }, answer);
  const isCancelled = answer === "confirm" && kind === "cancellation";
  if (isCancelled) await writeStep(trx, locked, "cancel_together", "both", { reason });
  else if (answer === "confirm" && proposal.price_cents !== null)
    await trx
      .updateTable("deals")
      .set({ price_cents: proposal.price_cents, updated_at: sql<Date>`now()` })
      .where("id", "=", dealId)
      .execute();
  await notifyDeal(trx, viewer, dealId, toldOf(PROPOSAL, answer, proposal, null), { key: id });
  return { repeated: false, kind, types: isCancelled ? items.map(({ listing_type }) => listing_type) : [] };
}

/** Ends the open proposal of a deal, because a party takes the next step. The caller has locked the deal. */
export async function endProposal(trx: Transaction<DB>, dealId: string): Promise<void> {
  await closeProposal(trx, { deal_id: dealId }, "end");
}

async function closeProposal(
  trx: Transaction<DB>,
  of: { readonly id: string } | { readonly deal_id: string },
  step: keyof typeof PROPOSAL.steps,
): Promise<void> {
  await trx
    .updateTable("deal_proposals")
    .set({ state: PROPOSAL.steps[step].to, closed_at: sql<Date>`now()` })
    .where((eb) => eb.and(of))
    .where("state", "=", "open")
    .execute();
}

const COLUMNS = ["id", "deal_id", "price_cents", "reason"] as const;

function proposals(queries: Queries) {
  return queries
    .selectFrom("deal_proposals")
    .select(COLUMNS)
    .select([
      sql<DealRole>`made_by`.as("by"),
      sql<ProposalKind>`kind`.as("kind"),
      sql<ProposalState>`state`.as("state"),
    ]);
}

function proposalRow(queries: Queries, id: string) {
  return proposals(queries).where("id", "=", id).executeTakeFirst();
}

export type ProposalRow = NonNullable<Awaited<ReturnType<typeof openProposal>>>;

/** Returns the proposal of a deal that waits for an answer, if there is one. */
export function openProposal(queries: Queries, dealId: string) {
  return proposals(queries).where("deal_id", "=", dealId).where("state", "=", "open").executeTakeFirst();
}
