import type { KeptPage } from "#app/ui/kept-offline.ts";
import { personEntry } from "#app/ui/person-entries.ts";

export const RETRY_BUTTON_ID = "again";
export const KEPT_ID = "kept";

/** Shows the pages that the installed app keeps (`useKeptOffline`). Runs in the browser, as text: it uses nothing outside. */
function showKept(section: HTMLElement, start: string): void {
  const element = (name: string, text: string) =>
    Object.assign(document.createElement(name), { textContent: text, dir: "auto" });
  const entry = Object.keys(localStorage).find((key) => key.startsWith(start));
  const pages: KeptPage[] = JSON.parse((entry && localStorage.getItem(entry)) ?? "[]");
  for (const { title, path, lines } of pages) {
    const page = document.createElement("details");
    page.open = location.pathname === path;
    const list = document.createElement("ul");
    list.append(...lines.map((line) => element("li", line)));
    page.append(element("summary", title), list);
    section.append(page);
  }
  section.hidden = pages.length === 0;
}

/**
 * The script of the offline page, which tries every four seconds to open the wanted page. The service worker shows the
 * offline page under the URL of the wanted page, which is then reloaded; under "/offline", `home` is opened.
 */
export function returnScript(home: string): string {
  return `(() => {
  const go = () => {
    if (location.pathname.endsWith("/offline")) location.replace(${JSON.stringify(home)});
    else location.reload();
  };
  const look = async () => {
    if (document.hidden || !navigator.onLine) return;
    if (await fetch("/healthz", { cache: "no-store" }).then(({ ok }) => ok, () => false)) go();
  };
  document.getElementById("${RETRY_BUTTON_ID}").addEventListener("click", go);
  try {
    (${showKept})(document.getElementById("${KEPT_ID}"), "${personEntry("offline pages", "")}");
  } catch {}
  addEventListener("online", look);
  addEventListener("visibilitychange", look);
  setInterval(look, 4000);
})();`;
}
