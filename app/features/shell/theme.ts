import { useSyncExternalStore } from "react";

export type Theme = "dark" | "light";

const KEY = "theme";

/** The colours of --color-page in styles/tokens.css. */
export const BROWSER_BAR_COLORS = { light: "#f8f6f0", dark: "#0b1d24" } as const;

/**
 * Runs in <head>, to apply the stored theme, or else that of the system, before the first paint. It also
 * - applies later changes by the system or another tab, even without React;
 * - owns the theme-color <meta>, since React would add a second one when the first was changed;
 * - configures Zod before our modules load: our content security policy refuses the code that Zod would generate.
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

export function chooseTheme(theme: Theme): void {
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // Without storage (a private window), the theme lasts until the user leaves the page.
    document.documentElement.classList.toggle("dark", theme === "dark");
    return;
  }
  reapplyTheme();
}

/** Makes THEME_SCRIPT apply the theme again: browsers send "storage" only to other tabs. */
export function reapplyTheme(): void {
  window.dispatchEvent(new StorageEvent("storage", { key: KEY }));
}

function watch(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ["class"] });
  return () => observer.disconnect();
}

/** The current theme. Null on the server and until hydration, because the HTML is the same for all visitors. */
export function useTheme(): Theme | null {
  return useSyncExternalStore<Theme | null>(
    watch,
    () => (document.documentElement.classList.contains("dark") ? "dark" : "light"),
    () => null,
  );
}
