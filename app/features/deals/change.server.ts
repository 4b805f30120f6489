import type { ProposalKind } from "#app/domain/proposal-process.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import { shareAddress, takeAddressBack } from "./address.server.ts";
import { takeStep, undoSold } from "./commands.server.ts";
import type { OrderInput } from "./order-schema.server.ts";
import { answerProposal, propose } from "./proposals.server.ts";

/** What became of a change of a deal. */
interface Changed {
  /** Nothing was done, because it was done before. */
  readonly repeated: boolean;
  /** Of an answered proposal. */
  readonly kind?: ProposalKind;
  /** Of a step: as `takeStep` returns them. */
  readonly declined?: boolean;
  readonly undone?: boolean;
  readonly undoable?: boolean;
}

/**
 * Changes a deal as one of its parties asks: a step, a proposal or the answer to one, or the shared address.
 * @throws Refused, as the command of each says
 */
export function changeDeal(viewer: Viewer, dealId: string, input: OrderInput): Promise<Changed> {
  switch (input.intent) {
    case "propose_price":
    case "propose_cancellation":
      return propose(viewer, dealId, input);
    case "confirm_proposal":
    case "decline_proposal":
    case "withdraw_proposal":
      return answerProposal(viewer, dealId, input);
    case "share_address":
      return shareAddress(viewer, dealId);
    case "take_address_back":
      return takeAddressBack(viewer, dealId);
    case "undo_sold":
      return undoSold(viewer, dealId);
    default:
      return takeStep(viewer, dealId, input);
  }
}
