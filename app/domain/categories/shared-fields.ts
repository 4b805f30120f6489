import { type ChoiceField, type SeveralField, worded } from "./field-kinds.ts";

/** Every condition that can be stored; each category's form and CSV rows offer some of them (design §5, condition). */
const CONDITIONS = ["New", "Like New", "Excellent", "Good", "Fair", "Poor", "Used"] as const;

/** The conditions that a form offers; CSV rows offer the specification's own list (marketplace spec §5, Bulk CSV), `emptyCell` is their default (§7). */
export function condition<
  const Empty extends (typeof CONDITIONS)[number],
  const Offered extends readonly (typeof CONDITIONS)[number][],
>({ emptyCell, form }: { readonly emptyCell: Empty; readonly form: Offered }) {
  return {
    kind: "choice",
    csv: { empty: emptyCell },
    options: worded(...CONDITIONS),
    offered: { form, csv: ["New", "Excellent", "Good", "Fair", "Poor"] },
    required: true,
  } as const satisfies ChoiceField;
}

/** A colour. A CSV row without one is "Unknown" (marketplace spec §7, Bulk upload), which no form offers. */
export function color<const Colors extends readonly string[]>(...form: Colors) {
  return {
    kind: "choice",
    options: worded(...form, "Unknown"),
    offered: { form },
    csv: { empty: "Unknown" },
  } as const satisfies ChoiceField;
}

/** How a listing reaches its buyer (marketplace spec §3). `requiredMessage` as the specification words it for the category. */
export function shipping(requiredMessage: string) {
  return {
    kind: "choice",
    options: worded("Pick up", "Shipping", "Pick up or shipping"),
    spellings: { both: "Pick up or shipping" },
    csv: { empty: "Pick up" },
    required: true,
    requiredMessage,
  } as const satisfies ChoiceField;
}

/**
 * What a buyer may do, and which of it a new listing starts with (marketplace spec §3, §9). Chat is always on while
 * buying and bidding are only announced: otherwise nobody could answer the listing.
 */
export function transactionOptions<const Initial extends readonly string[]>(...initial: Initial) {
  return {
    kind: "several",
    options: worded("direct_checkout", "chat", "bid"),
    initial,
    always: ["chat"],
  } as const satisfies SeveralField;
}
