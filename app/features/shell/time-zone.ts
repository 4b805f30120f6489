import { useEffect } from "react";
import { TIME_ZONE_COOKIE, timeZoneIn } from "#app/domain/choices.ts";
import { getLocale } from "#app/paraglide/runtime.js";
import { browserCookie } from "#app/ui/browser-cookie.ts";

const YEAR_SECONDS = 31_536_000;

/** Tells the server the browser's time zone, in which it writes the dates of later pages. */
export function useTimeZoneCookie(): void {
  useEffect(() => {
    const { timeZone } = new Intl.DateTimeFormat(getLocale()).resolvedOptions();
    if (timeZoneIn(document.cookie) === timeZone) return;
    // biome-ignore lint/suspicious/noDocumentCookie: some supported browsers lack the Cookie Store API.
    document.cookie = browserCookie(TIME_ZONE_COOKIE, timeZone, YEAR_SECONDS);
  }, []);
}
