import { m } from "#app/paraglide/messages.js";
import { MANY_STRANGERS, type Signal, VERY_MANY } from "./rules.ts";

const SIGNAL_TEXTS: Readonly<Record<Signal, () => string>> = {
  payment: () => m.signal_payment(),
  contact: () => m.signal_contact(),
  copied_photo: () => m.signal_copied_photo(),
  low_price: () => m.signal_low_price(),
  alike_messages: () => m.signal_alike_messages({ count: MANY_STRANGERS }),
  many_listings: () => m.signal_many_listings({ count: VERY_MANY }),
  imitation: () => m.signal_imitation(),
};

/** The sentence of a stored signal. A signal that this version does not know is returned unchanged. */
export function signalText(signal: string): string {
  return Object.hasOwn(SIGNAL_TEXTS, signal) ? SIGNAL_TEXTS[signal as Signal]() : signal;
}
