import { m } from "#app/paraglide/messages.js";
import { showToast } from "#app/ui/toast.ts";

/** Says that a file could not be taken, and why where that is known (M8.16). */
export function showFailureToast(cause: string | null): void {
  const description = [m.business_failed_text(), cause].filter((text) => text !== null).join(" ");
  showToast({ title: m.business_failed(), description, tone: "danger" });
}
