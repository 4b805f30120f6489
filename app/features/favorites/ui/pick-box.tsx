import { m } from "#app/paraglide/messages.js";

/** The id of the form at the foot of the page. Checkboxes all over the page belong to it. */
export const PICK_FORM = "picked";

/** The checkbox of a card while cards are selected: a native one, so that it works without JavaScript. */
export function PickBox({ card }: { card: { type: string; id: string; name: string } }) {
  return (
    <label className="tick size-11 grid-cols-1 justify-items-center rounded-full bg-raised/90 py-0">
      <span className="sr-only">{m.bulk_pick({ name: card.name })}</span>
      <input type="checkbox" form={PICK_FORM} name="item" value={`${card.type}:${card.id}`} />
    </label>
  );
}
