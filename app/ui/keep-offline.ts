import type { SyntheticEvent } from "react";
import { m } from "#app/paraglide/messages.js";
import { notify } from "./toast.ts";

/** @param title what did not happen */
export function sayUnreachable(title = m.ui_error()): void {
  notify({ title, description: m.error_offline_message(), tone: "danger" });
}

/**
 * Whether there is no line, which is then said: what is asked for would fail, and take the page away with it.
 *
 * @param title what did not happen
 */
export function saidOffline(title = m.ui_error()): boolean {
  if (navigator.onLine) return false;
  sayUnreachable(title);
  return true;
}

/** A form's `onSubmit`: offline it is not sent, which is said. */
export function keepOffline(event: SyntheticEvent): void {
  if (saidOffline()) event.preventDefault();
}
