import { useSyncExternalStore } from "react";

export type Theme = "dark" | "light";

const KEY = "theme";

/** The colours of the browser's own frame: --color-page of styles.css. */
export const FRAME_COLORS = { light: "#f8f6f0", dark: "#0b1d24" } as const;

/**
 * Runs in <head>, before the first paint: the stored choice, else the system's (A4.8). It stays in charge
 * afterwards, with or without React: when the system changes, and when another tab stores a choice. The colour of the
 * browser's frame is its own too: React would add a second one to the one that is not as it was sent. And before any of
 * our modules: Zod would try whether it may write code, which our policy refuses and the browser notes down each time.
 */
export const THEME_SCRIPT = `(() => {
  globalThis.__zod_globalConfig = { jitless: true };
  const root = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: dark)");
  const frame = document.createElement("meta");
  frame.name = "theme-color";
  const stored = () => { try { return localStorage.getItem("${KEY}"); } catch { return null; } };
  const apply = () => {
    const choice = stored();
    const dark = choice === "dark" || (choice !== "light" && system.matches);
    root.classList.toggle("dark", dark);
    frame.content = dark ? "${FRAME_COLORS.dark}" : "${FRAME_COLORS.light}";
    if (!frame.isConnected) document.head.append(frame);
  };
  apply();
  system.addEventListener("change", apply);
  addEventListener("storage", (event) => { if (event.key === "${KEY}" || event.key === null) apply(); });
})();`;

/** Stores a choice and shows it at once, here and in the other tabs. */
export function chooseTheme(theme: Theme): void {
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // Storage is closed to us (a private window): the choice lasts as long as the page.
    document.documentElement.classList.toggle("dark", theme === "dark");
    return;
  }
  reapplyTheme();
}

/** Makes the script above look again: its listener is the one place that applies a theme. */
export function reapplyTheme(): void {
  window.dispatchEvent(new StorageEvent("storage", { key: KEY }));
}

function watch(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ["class"] });
  return () => observer.disconnect();
}

/** The theme on screen; null on the server and until hydrated, since the page is the same bytes for everybody. */
export function useTheme(): Theme | null {
  return useSyncExternalStore<Theme | null>(
    watch,
    () => (document.documentElement.classList.contains("dark") ? "dark" : "light"),
    () => null,
  );
}
