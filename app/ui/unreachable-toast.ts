import { m } from "#app/paraglide/messages.js";
import { showToast } from "./toast.ts";

/** Says that what was asked for cannot be had just now. */
export function showUnreachableToast(): void {
  showToast({ title: m.ui_error(), description: m.error_offline_message(), tone: "danger" });
}
