import { FAR_PERCENT } from "#app/domain/models/far-price.ts";
import { FIRST_MESSAGES } from "#app/domain/off-platform.ts";
import { hasName } from "#app/domain/stored-name.ts";
import { m } from "#app/paraglide/messages.js";
import { BY_STAFF, type Severity } from "../reports/rules.ts";

/** A number that operators set, within its bounds. `usual` applies where none has set it. */
interface Threshold {
  readonly usual: number;
  readonly least: number;
  readonly most: number;
  readonly label: () => string;
}

interface SignalDefinition {
  readonly severity: Severity;
  readonly text: () => string;
  readonly threshold: Threshold;
}

const FIRST: Threshold = {
  usual: FIRST_MESSAGES,
  least: 1,
  most: 20,
  label: () => m.signals_first_messages(),
};

/**
 * The signals that the program raises by itself. A signal is a guess, so it makes its case less urgent than a report of
 * harm does.
 */
export const SIGNALS = {
  payment: { severity: 2, text: () => m.signal_payment(), threshold: FIRST },
  copied_photo: {
    severity: 2,
    text: () => m.signal_copied_photo(),
    threshold: { usual: 3, least: 1, most: 20, label: () => m.signals_owners() },
  },
  alike_messages: {
    severity: 2,
    text: () => m.signal_alike_messages(),
    threshold: { usual: 10, least: 3, most: 100, label: () => m.signals_strangers() },
  },
  imitation: {
    severity: 2,
    text: () => m.signal_imitation(),
    threshold: { usual: 1, least: 0, most: 2, label: () => m.signals_letters() },
  },
  low_price: {
    severity: 1,
    text: () => m.signal_low_price(),
    threshold: { usual: FAR_PERCENT, least: 10, most: 90, label: () => m.signals_percent() },
  },
  contact: { severity: 1, text: () => m.signal_contact(), threshold: FIRST },
  many_listings: {
    severity: 1,
    text: () => m.signal_many_listings(),
    threshold: { usual: 50, least: 5, most: 5_000, label: () => m.signals_first_week() },
  },
  sudden_listings: {
    severity: 1,
    text: () => m.signal_sudden_listings(),
    threshold: { usual: 50, least: 5, most: 5_000, label: () => m.signals_week() },
  },
} as const satisfies Record<string, SignalDefinition>;

export type Signal = keyof typeof SIGNALS;
export const SIGNAL_NAMES = Object.keys(SIGNALS) as readonly Signal[];

/** A value for each signal. */
export function bySignal<Value>(from: (signal: Signal) => Value): Readonly<Record<Signal, Value>> {
  return Object.fromEntries(SIGNAL_NAMES.map((name) => [name, from(name)])) as Record<Signal, Value>;
}

/** The sentence of a stored signal. A signal that this version does not know is returned unchanged. */
export function signalText(signal: string): string {
  if (signal === BY_STAFF) return m.case_reporter_staff();
  return hasName(SIGNALS, signal) ? SIGNALS[signal].text() : signal;
}
