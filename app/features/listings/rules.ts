import type { CategoryDefinition } from "#app/domain/categories/definition.ts";

/** The page that a listing was opened from, where that matters for Back. */
export type From = "my-listings" | "favorites";

/** Reads what a link's state or an address says of it. */
export function fromOf(value: unknown): From | null {
  return value === "my-listings" || value === "favorites" ? value : null;
}

/** Where a visitor of a listing came from, as far as it matters for Back. */
export interface Origin {
  /** Whether there is a page of ours to go back to. */
  readonly history: boolean;
  readonly from: From | null;
  readonly owner: boolean;
}

/** Where Back leads: a path, or one step in the history (M2.84). */
export function backTarget(
  definition: Pick<CategoryDefinition, "plural" | "back">,
  origin: Origin,
): string | "history" {
  if (origin.from === "my-listings") return "/my-listings";
  if (origin.owner && definition.back.owner === "my-listings") return "/my-listings";
  if (origin.history && origin.from === "favorites") return "/favorites";
  return origin.history && definition.back.others === "previous" ? "history" : `/${definition.plural}`;
}

/** Listings to a page: ten, or six on a small screen (M9.7). */
export const PAGE_SIZES = { wide: 10, compact: 6 } as const;

/** Listings that are sent at a time where a category is not paged. Fills the rows of a grid two, three or four wide. */
export const LIST_WINDOW = 24;

/** The width below which a screen is small. */
export const COMPACT_BELOW_PX = 768;

/** Whether a request says of itself that it comes from a phone. */
export function isCompact(headers: { get(name: string): string | null }): boolean {
  const hint = headers.get("sec-ch-ua-mobile");
  return hint === null ? /\bMobile\b/.test(headers.get("user-agent") ?? "") : hint === "?1";
}

/** The page size of a request: what its page found out about the screen, else what the browser says of itself. */
export function pageSizeOf(asked: string | null, headers: { get(name: string): string | null }): number {
  if (asked === String(PAGE_SIZES.compact)) return PAGE_SIZES.compact;
  if (asked === String(PAGE_SIZES.wide)) return PAGE_SIZES.wide;
  return isCompact(headers) ? PAGE_SIZES.compact : PAGE_SIZES.wide;
}

/**
 * Where Go Back, or a wizard's Cancel, leads from a form: a path, or one step in the history (M2.32).
 * `listing` is the path of the one that is edited, null for a new one.
 */
export function goBackTarget(
  definition: Pick<CategoryDefinition, "plural" | "goBack">,
  { listing, history }: { readonly listing: string | null; readonly history: boolean },
): string | "history" {
  if (listing !== null) return listing;
  if (definition.goBack !== "previous") return definition.goBack;
  return history ? "history" : `/${definition.plural}`;
}

/** The page that follows a saved listing (M2.30). */
export function afterSavePath(
  definition: Pick<CategoryDefinition, "plural" | "afterSave">,
  id: string,
): string {
  return definition.afterSave === "my-listings" ? "/my-listings" : `/${definition.plural}/${id}`;
}

/** The fields of a form whose inputs have other names than they. */
const INPUTS: Readonly<Record<string, readonly string[]>> = {
  photos: ["photo"],
  location: ["country", "postalCode"],
};

/** The names of the inputs that a form's step shows, in order. */
export function inputsOf(fields: readonly string[]): string[] {
  return fields.flatMap((field) => INPUTS[field] ?? [field]);
}

/** An input, and the step of the form that holds it, counted from 0. */
export interface StepInput {
  readonly step: number;
  readonly input: string;
}

/** The first of the faulty inputs, in the form's order; null when none of the steps holds any. */
export function firstFault(
  steps: readonly (readonly string[])[],
  faulty: readonly string[],
): StepInput | null {
  for (const [step, inputs] of steps.entries()) {
    const input = inputs.find((one) => faulty.includes(one));
    if (input !== undefined) return { step, input };
  }
  return null;
}

/** A step that was kept with a draft: the nearest one that the form has. */
export function storedStep(kept: unknown, steps: number): number {
  return typeof kept === "number" && Number.isInteger(kept) ? Math.min(Math.max(kept, 0), steps - 1) : 0;
}
