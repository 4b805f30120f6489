import { MAX_QUANTITY } from "./rules.ts";

/** Of a listing: the unsold pieces, and the pieces that were sold here since a file last counted them. */
export interface Pieces {
  readonly quantity: number;
  readonly soldHere: number;
}

/**
 * The pieces after a row of the shop's own system has said that there are `stated` (docs/decisions/0189). That system may
 * not know yet what was sold here. So the number counts as new only as far as it is higher than the one before, and a lower
 * number means first that it has learned of what was sold here.
 */
export function piecesStated(stated: number, { quantity, soldHere }: Pieces): Pieces {
  const before = quantity + soldHere;
  const next = Math.min(stated, quantity + Math.max(0, stated - before));
  return { quantity: next, soldHere: stated - next };
}

/**
 * The pieces after a row with our id, which a person has edited in a file of ours, has said that there are `stated`. A
 * number that may be from before a sale changes nothing.
 */
export function piecesEdited(stated: number, pieces: Pieces): Pieces {
  const { quantity, soldHere } = pieces;
  if (stated <= quantity) return { quantity: stated, soldHere: takenOff(soldHere, quantity - stated) };
  return stated <= quantity + soldHere ? pieces : { quantity: stated, soldHere: 0 };
}

/** `soldHere` after so many pieces were sold or taken off here; a negative number of pieces came back. */
export function takenOff(soldHere: number, pieces: number): number {
  return Math.min(MAX_QUANTITY, Math.max(0, soldHere + pieces));
}
