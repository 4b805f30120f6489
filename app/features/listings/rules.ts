import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import { browsePath, listingPath } from "#app/domain/categories/paths.ts";
import { layoutIn } from "#app/domain/choices.ts";
import { checkPrice } from "#app/domain/money.ts";

/** Whether the name begins with the brand, so that a card need not repeat it. */
export function namesBrand(name: string, brand: string): boolean {
  const start = `${name} `.slice(0, brand.length + 1);
  return start.localeCompare(`${brand} `, "en", { sensitivity: "base" }) === 0;
}

/** The page that a listing was opened from, where Back depends on it. */
export type OpenedFrom = "my-listings" | "favorites";

/** Parses the state of a link, or the query of a URL; null for any other value. */
export function fromOf(value: unknown): OpenedFrom | null {
  return value === "my-listings" || value === "favorites" ? value : null;
}

/** How a visitor came to the page of a listing, which decides where Back leads. */
export interface Origin {
  /** Whether the history has an earlier page of the shop. */
  readonly history: boolean;
  readonly from: OpenedFrom | null;
  readonly owner: boolean;
}

/** The target of Back: a path, or one step in the history. */
export function backTarget(
  definition: Pick<CategoryDefinition, "plural" | "back">,
  origin: Origin,
): string | "history" {
  if (origin.from === "my-listings") return "/my-listings";
  if (origin.owner && definition.back.owner === "my-listings") return "/my-listings";
  if (origin.history && origin.from === "favorites") return "/favorites";
  return origin.history && definition.back.others === "previous" ? "history" : browsePath(definition);
}

/** Listings on a page: ten, or six on a small screen. */
export const PAGE_SIZES = { wide: 10, compact: 6 } as const;

/** The number of cards in a batch: it fills the rows of a grid of two, three or four columns. */
const LIST_BATCH = 24;

/** How many pages an address shows at once (`pages`), each appended to the one before. */
export const MAX_PAGES_SHOWN = 20;

export const COMPACT_BELOW_PX = 768;

interface Headers {
  get(name: string): string | null;
}

/** A cookie says what an earlier page measured. Without it, the headers say whether the request is from a phone. */
export function isCompact(headers: Headers): boolean {
  const measured = layoutIn(headers.get("cookie"));
  if (measured) return measured === "compact";
  const hint = headers.get("sec-ch-ua-mobile");
  return hint === null ? /\bMobile\b/.test(headers.get("user-agent") ?? "") : hint === "?1";
}

/** The number of cards of a page, and of pages that the address shows at once. A list and a phone append pages. */
export function pagingOf(
  headers: Headers,
  params: URLSearchParams,
  paging: "list" | "pages" = "pages",
): { readonly pageSize: number; readonly pagesShown: number } {
  const compact = isCompact(headers);
  const pagesShown = Number(params.get("pages"));
  const appends = (compact || paging === "list") && Number.isInteger(pagesShown) && pagesShown >= 1;
  return {
    pageSize: paging === "list" ? LIST_BATCH : compact ? PAGE_SIZES.compact : PAGE_SIZES.wide,
    pagesShown: appends ? Math.min(pagesShown, MAX_PAGES_SHOWN) : 1,
  };
}

/** Whether the page cache may keep a page of results. Few visitors share a long one, which would push others out. */
export function isShared({ pagesShown = 1 }: { readonly pagesShown?: number }): boolean {
  return pagesShown <= 5;
}

/**
 * The target of Go Back, or of a wizard's Cancel: a path, or one step in the history.
 * `listing` is the path of the edited listing, null for a new one.
 */
export function goBackTarget(
  definition: Pick<CategoryDefinition, "plural" | "goBack">,
  { listing, history }: { readonly listing: string | null; readonly history: boolean },
): string | "history" {
  if (listing !== null) return listing;
  if (definition.goBack !== "previous") return definition.goBack;
  return history ? "history" : browsePath(definition);
}

/** The page after a listing is saved. */
export function afterSavePath(
  definition: Pick<CategoryDefinition, "plural" | "afterSave">,
  id: string,
): string {
  return definition.afterSave === "my-listings" ? "/my-listings" : listingPath(definition, id);
}

/** The input that holds the ids of the photos. */
export const PHOTO_INPUT = "photo";

/** The fields whose inputs have other names than the field. */
const INPUTS: Readonly<Record<string, readonly string[]>> = {
  photos: [PHOTO_INPUT],
  location: ["country", "postalCode"],
};

export function inputsOf(fields: readonly string[]): string[] {
  return fields.flatMap((field) => INPUTS[field] ?? [field]);
}

/** An input, and the index of the form's step that contains it, from 0. */
export interface StepInput {
  readonly step: number;
  readonly input: string;
}

/** The first in the form's order; null when no step contains any of the inputs. */
export function firstFaultyStep(
  steps: readonly (readonly string[])[],
  faulty: readonly string[],
): StepInput | null {
  for (const [step, inputs] of steps.entries()) {
    const input = inputs.find((one) => faulty.includes(one));
    if (input !== undefined) return { step, input };
  }
  return null;
}

/** Limited to the form's steps; 0 for anything that is no index. */
export function storedStep(stored: unknown, steps: number): number {
  return typeof stored === "number" && Number.isInteger(stored)
    ? Math.min(Math.max(stored, 0), steps - 1)
    : 0;
}

export function readLowerPrice(text: string, wasCents: number): { cents: number } | { issue: string } {
  const read = checkPrice(text);
  return "cents" in read && read.cents >= wasCents ? { issue: "not_lower" } : read;
}

const EURO = 100;

/** A price about a tenth lower, in whole euros from 20 euros on. Null when no lower price is possible. */
export function suggestedPrice(cents: number): number | null {
  if (cents <= 0) return null;
  const unit = cents >= 20 * EURO ? EURO : EURO / 10;
  return Math.floor((cents * 0.9) / unit) * unit;
}

/** The owner of a new listing is asked to share it, or to list another. */
const NEW_FOR_MS = 10 * 60_000;

export function isJustListed(createdAt: Date, now: Date): boolean {
  return now.getTime() - createdAt.getTime() < NEW_FOR_MS;
}

/** The database has the same limit. */
export const MAX_QUANTITY = 100_000;

/** A whole number from 0, which may exceed MAX_QUANTITY; null for any other text. */
export function parseQuantity(text: string): number | null {
  const digits = text.replace(/[\s\u00a0\u202f]/g, "");
  return /^\d{1,9}$/.test(digits) ? Number(digits) : null;
}
