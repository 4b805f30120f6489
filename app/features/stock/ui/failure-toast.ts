import { m } from "#app/paraglide/messages.js";
import { showToast } from "#app/ui/toast.ts";

export function showFailureToast(cause: string | null): void {
  const description = [m.business_failed_text(), cause].filter((text) => text !== null).join(" ");
  showToast({ title: m.business_failed(), description, tone: "danger" });
}
