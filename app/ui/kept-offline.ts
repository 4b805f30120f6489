import { useEffect } from "react";
import { personEntry } from "./person-entries.ts";

/** A page that the installed app keeps on the device, to be read without a connection. */
export interface KeptPage {
  readonly title: string;
  /** With the prefix of the language. */
  readonly path: string;
  /** The newest last. */
  readonly lines: readonly string[];
}

const MOST_PAGES = 11;
const MOST_LINES = 50;
const MOST_LETTERS = 500;

/**
 * Keeps a page of a person for the offline page. Only the installed app does: another browser may be shared.
 * @param page null: there is nothing to keep, and what was kept stays
 */
export function useKeptOffline(userId: string | undefined, page: KeptPage | null): void {
  const entry = userId && page && personEntry("offline pages", userId);
  const text = page && JSON.stringify(page);
  useEffect(() => {
    if (!entry || text === null || !isInstalled()) return;
    const { title, path, lines }: KeptPage = JSON.parse(text);
    const short = lines.slice(-MOST_LINES).map((line) => line.slice(0, MOST_LETTERS));
    try {
      const stored: unknown = JSON.parse(localStorage.getItem(entry) ?? "[]");
      const others = (Array.isArray(stored) ? (stored as KeptPage[]) : []).filter(
        (each) => each.path !== path,
      );
      const kept = [{ title, path, lines: short }, ...others].slice(0, MOST_PAGES);
      localStorage.setItem(entry, JSON.stringify(kept));
    } catch {
      // Storage is full or forbidden: then nothing can be read offline.
    }
  }, [entry, text]);
}

function isInstalled(): boolean {
  const isIosApp = "standalone" in navigator && navigator.standalone === true;
  return isIosApp || matchMedia("(display-mode: standalone)").matches;
}
