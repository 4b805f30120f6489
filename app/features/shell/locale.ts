import type { Locale } from "#app/paraglide/runtime.js";

/** The languages in the order of the region dialog. */
export const LOCALES: readonly { locale: Locale; label: string }[] = [
  { locale: "en-GB", label: "English UK" },
  { locale: "en-US", label: "English US" },
  { locale: "nl", label: "Nederlands" },
  { locale: "de", label: "Deutsch" },
  { locale: "fr", label: "Français" },
];
