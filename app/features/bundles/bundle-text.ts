import type { Bundle } from "#app/domain/bundle.ts";
import { m } from "#app/paraglide/messages.js";

/** "10% off 2 or more items" */
export function bundleText({ items, percent }: Bundle): string {
  return m.bundle_text({ items, percent });
}
