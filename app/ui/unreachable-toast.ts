import { m } from "#app/paraglide/messages.js";
import { showToast } from "./toast.ts";

/** Shows a toast that the server is unreachable. */
export function showUnreachableToast(): void {
  showToast({ title: m.ui_error(), description: m.error_offline_message(), tone: "danger" });
}
