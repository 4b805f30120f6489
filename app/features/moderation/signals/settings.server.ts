import { SIGNAL_NAMES, SIGNALS, type Signal } from "./definitions.ts";

/** The threshold of each signal; null: the signal is off. */
export type Thresholds = Readonly<Record<Signal, number | null>>;

/**
 * The thresholds from which signals are raised. The job asks for them once in each run, so that a run measures all that it
 * looks at in the same way.
 */
export async function signalThresholds(): Promise<Thresholds> {
  const thresholds: Record<Signal, number | null> = {
    payment: null,
    copied_photo: null,
    alike_messages: null,
    imitation: null,
    low_price: null,
    contact: null,
    many_listings: null,
    sudden_listings: null,
  };
  for (const name of SIGNAL_NAMES) thresholds[name] = SIGNALS[name].threshold.usual;
  return thresholds;
}
