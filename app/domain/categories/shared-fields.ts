import { sameValues, translatedOptions } from "./fields/choice.ts";
import type { ChoiceField } from "./fields/choice-field.ts";
import type { SeveralField } from "./fields/several.ts";

/** Every condition that can be stored, the best first. Forms and CSV rows offer some of them (decision 0006). */
const CONDITIONS = ["New", "Like New", "Excellent", "Good", "Fair", "Poor", "Used"] as const;

/**
 * `form`: the conditions that the form offers. `emptyCell`: what an empty CSV cell means. CSV rows may have all.
 */
export function condition<
  const Empty extends (typeof CONDITIONS)[number],
  const Offered extends readonly (typeof CONDITIONS)[number][],
>({ emptyCell, form }: { readonly emptyCell: Empty; readonly form: Offered }) {
  return {
    kind: "choice",
    csv: { empty: emptyCell },
    options: translatedOptions(...CONDITIONS),
    offered: { form, csv: CONDITIONS },
    valueOnly: true,
    explained: true,
    required: true,
  } as const satisfies ChoiceField;
}

/** An empty CSV cell means "Unknown", which no form offers. */
export function color<const Colors extends readonly string[]>(...form: Colors) {
  return {
    kind: "choice",
    options: translatedOptions(...form, "Unknown"),
    offered: { form },
    csv: { empty: "Unknown" },
  } as const satisfies ChoiceField;
}

/** For a category in which the seller may leave the field empty. */
export const delivery = {
  kind: "choice",
  options: translatedOptions("Pick up", "Shipping", "Pick up or shipping"),
  spellings: { both: "Pick up or shipping" },
  groupWords: {
    ...sameValues(
      ["Pick up", "Pick up or shipping"],
      ...["pick up", "pickup", "pick-up", "collect in person", "collection in person", "local pickup"],
      ...[
        "abholung",
        "selbstabholung",
        "abholen",
        "zum abholen",
        "selbstabholer",
        "ophalen",
        "afhalen",
        "af te halen",
      ],
      ...["op te halen", "remise en main propre", "main propre", "en main propre", "à retirer", "retrait"],
    ),
    ...sameValues(
      ["Shipping", "Pick up or shipping"],
      ...["shipping", "shipped", "with shipping", "can ship", "delivery", "delivered", "by post", "by mail"],
      ...[
        "versand",
        "mit versand",
        "versandt",
        "per post",
        "lieferung",
        "verzending",
        "verzenden",
        "met verzending",
      ],
      ...[
        "per post versturen",
        "bezorgen",
        "bezorgd",
        "livraison",
        "livrée",
        "livré à domicile",
        "livré chez moi",
        "peut être livré",
        "à livrer",
        "avec livraison",
        "envoi",
      ],
      ...["expédition", "expédié", "expédiée"],
    ),
  },
} as const satisfies ChoiceField;

/** The delivery methods of a listing, one of which is required. */
export function shipping(requiredMessage: string) {
  return {
    ...delivery,
    csv: { empty: "Pick up" },
    required: true,
    requiredMessage,
  } as const satisfies ChoiceField;
}

/** How a buyer can respond to a listing. Every listing allows chat, so that a buyer can always respond. */
export function transactionOptions<const Initial extends readonly string[]>(...initial: Initial) {
  return {
    kind: "several",
    options: translatedOptions("direct_checkout", "chat", "bid"),
    initial,
    always: ["chat"],
  } as const satisfies SeveralField;
}
