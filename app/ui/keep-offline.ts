import type { SyntheticEvent } from "react";
import { m } from "#app/paraglide/messages.js";
import { notify } from "./toast.ts";

/** A form's `onSubmit`: offline the fetch would fail, and take the page away with it. It stays, and says why. */
export function keepOffline(event: SyntheticEvent): void {
  if (navigator.onLine) return;
  event.preventDefault();
  notify({ title: m.ui_error(), description: m.error_offline_message(), tone: "danger" });
}
