import { useSyncExternalStore } from "react";

export type Theme = "dark" | "light";

const KEY = "theme";

/** The colours of the browser's own bars around the page: --color-page of styles.css. */
export const BROWSER_BAR_COLORS = { light: "#f8f6f0", dark: "#0b1d24" } as const;

/**
 * Runs in <head>, before the first paint: applies the stored theme, else the system's (A4.8). Afterwards it still
 * applies every change by the system or another tab, with or without React. It also sets the colour of the browser's
 * bars: React would add a second <meta> when the first one was changed. It also configures Zod before our modules
 * load: otherwise Zod would try to generate code, which our content security policy refuses and the browser reports.
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
    frame.content = dark ? "${BROWSER_BAR_COLORS.dark}" : "${BROWSER_BAR_COLORS.light}";
    if (!frame.isConnected) document.head.append(frame);
  };
  apply();
  system.addEventListener("change", apply);
  addEventListener("storage", (event) => { if (event.key === "${KEY}" || event.key === null) apply(); });
})();`;

/** Stores a theme and applies it immediately, in all tabs. */
export function chooseTheme(theme: Theme): void {
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // Without storage (a private window), the choice lasts until the page is left.
    document.documentElement.classList.toggle("dark", theme === "dark");
    return;
  }
  reapplyTheme();
}

/** Makes THEME_SCRIPT apply the theme again, by an event for which the script listens. */
export function reapplyTheme(): void {
  window.dispatchEvent(new StorageEvent("storage", { key: KEY }));
}

function watch(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ["class"] });
  return () => observer.disconnect();
}

/** The current theme. Null on the server and until hydrated, because the HTML is the same for all visitors. */
export function useTheme(): Theme | null {
  return useSyncExternalStore<Theme | null>(
    watch,
    () => (document.documentElement.classList.contains("dark") ? "dark" : "light"),
    () => null,
  );
}
