import type { Locale } from "#app/paraglide/runtime.js";

export type MenuEntry = { label: string; href: string };
/** A category in the navigation bar, with the entries of its dropdown. */
export type MenuCategory = MenuEntry & { entries: readonly MenuEntry[] };

/** A message left by the page before, shown as a toast (see platform/flash.server.ts). */
export type ShellFlash = {
  id: string;
  title: string;
  description?: string;
  kind: "success" | "error" | "info";
};

/** What the frame around every page needs to know. Without a viewer it depends on the address alone. */
export type ShellData = {
  viewer: { id: string; username: string; avatarUrl: string | null } | null;
  /** Rooms with something unread in them (A7.39), as of event `after`. */
  unread: number;
  /** Rooms with something unread in them, without notices. */
  unreadChats: number;
  /** The number of the viewer's latest event when this was read: where the event stream goes on from. */
  after: number;
  /** The ids of what is in the cart of who looks, signed in or not. */
  cart: readonly string[];
  categories: readonly MenuCategory[];
  locale: Locale;
  year: number;
  /** Scheme, host and port of the product, without a slash at the end. */
  origin: string;
  /** Where this page is found, without a language; null where only its own loader knows, or nobody: see `canonicalOf`. */
  canonicalPath: string | null;
  requestId: string;
  /** The day of the oldest exchange rate that prices may be shown at: "2025-06-30". */
  ratesDated: string | undefined;
  flash: ShellFlash | null;
};
