import { m } from "#app/paraglide/messages.js";

/** The form that picks are sent with. They stand all over the page, and the form at its foot. */
export const PICK_FORM = "picked";

/** The corner of a card while cards are picked from: a native box, so that it works before JavaScript. */
export function PickBox({ card }: { card: { type: string; id: string; name: string } }) {
  return (
    <label className="tick size-11 grid-cols-1 justify-items-center rounded-full bg-raised/90 py-0">
      <span className="sr-only">{m.bulk_pick({ name: card.name })}</span>
      <input type="checkbox" form={PICK_FORM} name="item" value={`${card.type}:${card.id}`} />
    </label>
  );
}
