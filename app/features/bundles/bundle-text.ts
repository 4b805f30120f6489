import type { BundleDiscount } from "#app/domain/bundle.ts";
import { m } from "#app/paraglide/messages.js";

/** "10% off when you buy 2 or more items" */
export function bundleText({ items, percent }: BundleDiscount): string {
  return m.bundle_text({ items, percent });
}
