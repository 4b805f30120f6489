import { useEffect } from "react";
import { TIME_ZONE_COOKIE, timeZoneIn } from "#app/domain/choices.ts";
import { browserCookie } from "#app/domain/cookie-name.ts";
import type { MadePromises } from "#app/domain/promises.ts";
import { getLocale, type Locale } from "#app/paraglide/runtime.js";
import type { Clock } from "#app/ui/use-hydrated.ts";

export type MenuEntry = { label: string; href: string };
export type MenuCategory = MenuEntry & {
  entries: readonly MenuEntry[];
  /** What the page of a listing shows that could not be loaded. The browser has it before it loads the page. */
  loadFailed: string;
};

/** A message that the previous page left, shown as a toast (platform/flash.server.ts). */
export type ShellFlash = {
  id: string;
  title: string;
  description?: string;
  kind: "success" | "error" | "info";
};

export type ShellData = {
  viewer: { id: string; username: string; avatarUrl: string | null } | null;
  /** False when the session could not be read. Then `viewer` is null, although the visitor may be signed in. */
  viewerKnown: boolean;
  /** The number at the bell: unread notifications, and chats with unread messages; as of event `after`. */
  unread: number;
  /** The number of chats with unread messages. */
  unreadChats: number;
  /** The number of the viewer's latest live event when `unread` was read. The event stream continues after it. */
  after: number;
  /** The ids of the listings in the visitor's cart, signed in or not. */
  cart: readonly string[];
  categories: readonly MenuCategory[];
  /** The messages above every page, for everybody or for this viewer. */
  announcements: readonly { text: string; link?: MenuEntry }[];
  legal: readonly MenuEntry[];
  promises: MadePromises;
  locale: Locale;
  year: number;
  /** Null for visitors, whose pages are shared by the page cache, and while the time zone is unknown. */
  clock: Clock | null;
  /** Without a trailing slash. */
  origin: string;
  /**
   * The canonical path of the page, without a language, if its URL alone decides it. Otherwise null: then the loader of
   * the page may return one (`canonicalOf`).
   */
  canonicalPath: string | null;
  requestId: string;
  /** The date of the oldest exchange rate in use: "2025-06-30". */
  ratesDated: string | undefined;
  flash: ShellFlash | null;
};

const YEAR_SECONDS = 31_536_000;

/** Tells the server the browser's time zone, in which it writes the dates of later pages. */
export function useTimeZoneCookie(): void {
  useEffect(() => {
    const { timeZone } = new Intl.DateTimeFormat(getLocale()).resolvedOptions();
    if (timeZoneIn(document.cookie) === timeZone) return;
    // biome-ignore lint/suspicious/noDocumentCookie: some supported browsers lack the Cookie Store API.
    document.cookie = browserCookie(TIME_ZONE_COOKIE, timeZone, YEAR_SECONDS, location.protocol === "https:");
  }, []);
}
