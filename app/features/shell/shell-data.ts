import type { Locale } from "#app/paraglide/runtime.js";

export type MenuEntry = { label: string; href: string };
/** A category in the navigation bar, with its dropdown's entries. */
export type MenuCategory = MenuEntry & { entries: readonly MenuEntry[] };

/** A message of the previous page, shown as a toast (see platform/flash.server.ts). */
export type ShellFlash = {
  id: string;
  title: string;
  description?: string;
  kind: "success" | "error" | "info";
};

/** The data of the header and footer around every page. */
export type ShellData = {
  viewer: { id: string; username: string; avatarUrl: string | null } | null;
  /** The bell's count (A7.39), as of event `after`. */
  unread: number;
  /** The number of chats with unread messages. */
  unreadChats: number;
  /** The number of the viewer's latest event when this was read. The event stream resumes from it. */
  after: number;
  /** The ids of the listings in the visitor's cart, signed in or not. */
  cart: readonly string[];
  categories: readonly MenuCategory[];
  /** The messages above every page, for everybody or for this viewer. */
  announcements: readonly { text: string; link?: MenuEntry }[];
  /** The operator's pages: terms, privacy, imprint. */
  legal: readonly MenuEntry[];
  locale: Locale;
  year: number;
  /** The site's scheme, host and port, without a trailing slash. */
  origin: string;
  /**
   * The canonical path of the page, without a language, if it follows from the URL. Null when the page's own loader
   * returns it (`canonicalOf`), or when the page has none.
   */
  canonicalPath: string | null;
  requestId: string;
  /** The date of the oldest exchange rate for the shown prices: "2025-06-30". */
  ratesDated: string | undefined;
  flash: ShellFlash | null;
};
