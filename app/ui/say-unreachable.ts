import { m } from "#app/paraglide/messages.js";
import { notify } from "./toast.ts";

/** Says that what was asked for cannot be had just now. */
export function sayUnreachable(): void {
  notify({ title: m.ui_error(), description: m.error_offline_message(), tone: "danger" });
}
