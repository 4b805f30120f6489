import { z } from "zod";
import { m } from "#app/paraglide/messages.js";
import { bySignal, SIGNAL_NAMES, SIGNALS, type Signal } from "./definitions.ts";

/** The name of the field with the threshold of a signal; its switch has the name of the signal. */
export function thresholdField(signal: Signal): string {
  return `${signal}-threshold`;
}

function thresholdSchema(signal: Signal) {
  const { least, most } = SIGNALS[signal].threshold;
  return z
    .string()
    .default("")
    .transform((raw) => raw.trim())
    .refine(
      (text) => text === "" || (/^\d{1,5}$/.test(text) && Number(text) >= least && Number(text) <= most),
      {
        error: () => m.settings_percent_invalid({ min: least, max: most }),
      },
    )
    .transform((text) => (text === "" ? null : Number(text)));
}

const toggle = z.enum(["on", "off"], { error: () => m.auth_form_broken() });

const FIELDS: Record<string, z.ZodType<string | number | null>> = Object.fromEntries(
  SIGNAL_NAMES.flatMap((name) => [
    [name, toggle],
    [thresholdField(name), thresholdSchema(name)],
  ]),
);

export type SignalsInput = Readonly<
  Record<Signal, { readonly on: boolean; readonly threshold: number | null }>
>;

export const signalsSchema = z.object(FIELDS).transform(
  (form): SignalsInput =>
    bySignal((name) => ({
      on: form[name] === "on",
      threshold: form[thresholdField(name)] as number | null,
    })),
);
