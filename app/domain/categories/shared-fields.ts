import { type ChoiceField, type SeveralField, worded } from "./field-kinds.ts";

/** Every condition that can be stored, the best first. Each category's form and CSV rows offer some of them (decision 0006). */
const CONDITIONS = ["New", "Like New", "Excellent", "Good", "Fair", "Poor", "Used"] as const;

/**
 * The conditions that a form offers. CSV rows offer the specification's own list (M5.29); `emptyCell` is their default
 * (M7.26).
 */
export function condition<
  const Empty extends (typeof CONDITIONS)[number],
  const Offered extends readonly (typeof CONDITIONS)[number][],
>({ emptyCell, form }: { readonly emptyCell: Empty; readonly form: Offered }) {
  return {
    kind: "choice",
    csv: { empty: emptyCell },
    options: worded(...CONDITIONS),
    offered: { form, csv: ["New", "Excellent", "Good", "Fair", "Poor"] },
    valueOnly: true,
    explained: true,
    required: true,
  } as const satisfies ChoiceField;
}

/** A colour. An empty CSV cell means "Unknown" (M7.25), which no form offers. */
export function color<const Colors extends readonly string[]>(...form: Colors) {
  return {
    kind: "choice",
    options: worded(...form, "Unknown"),
    offered: { form },
    csv: { empty: "Unknown" },
  } as const satisfies ChoiceField;
}

/** How a listing is delivered, where the seller may leave it open. */
export const delivery = {
  kind: "choice",
  options: worded("Pick up", "Shipping", "Pick up or shipping"),
  spellings: { both: "Pick up or shipping" },
} as const satisfies ChoiceField;

/** The delivery methods of a listing (M3.2). `requiredMessage` is the specification's wording for the category. */
export function shipping(requiredMessage: string) {
  return {
    ...delivery,
    csv: { empty: "Pick up" },
    required: true,
    requiredMessage,
  } as const satisfies ChoiceField;
}

/**
 * The ways in which a buyer can respond, and those that a new listing starts with (M3.5, M3.9). Chat is always on
 * while buying and bidding are only announced; otherwise a buyer could not respond.
 */
export function transactionOptions<const Initial extends readonly string[]>(...initial: Initial) {
  return {
    kind: "several",
    options: worded("direct_checkout", "chat", "bid"),
    initial,
    always: ["chat"],
  } as const satisfies SeveralField;
}
