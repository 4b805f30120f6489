import type { DealRole } from "#app/domain/deal.ts";
import { formatPrice } from "#app/domain/format.ts";
import { proposalAnswersOf } from "#app/domain/proposal-process.ts";
import { getLocale } from "#app/paraglide/runtime.js";
import type { DealItem } from "./pieces.server.ts";
import type { ProposalRow } from "./proposals.server.ts";
import type { CancelledBy, ProposalView } from "./view.ts";

export function piecesIn(items: readonly DealItem[]): number {
  return items.reduce((sum, { pieces }) => sum + pieces, 0);
}

/** "Blade 98", "Reel of strings × 2" */
export function nameAndPieces({ listing_name: name, pieces }: DealItem): string {
  return pieces > 1 ? `${name} × ${pieces}` : name;
}

/**
 * Who cancelled a deal, seen from the viewer. Null: it was not cancelled.
 * @param role the viewer's role
 */
export function cancelledBy(by: string | null, role: DealRole): CancelledBy | null {
  if (by === "time" || by === "both" || by === null) return by;
  return by === role ? "me" : "other";
}

/** @param role the viewer's role */
export function presentProposal(row: ProposalRow, role: DealRole): ProposalView {
  return {
    id: row.id,
    kind: row.kind,
    price: row.price_cents === null ? null : formatPrice(row.price_cents, getLocale()),
    reason: row.reason,
    mine: row.by === role,
    answers: proposalAnswersOf(row, role),
  };
}
