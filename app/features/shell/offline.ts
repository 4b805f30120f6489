/** The id of the retry button. */
export const RETRY_BUTTON_ID = "again";

/**
 * A script of the offline page, which opens the wanted page as soon as the server answers. The browser shows the
 * offline page under the URL of the wanted page, so the script reloads it. Under the offline page's own URL, the script
 * opens `home`, the home page in the same language.
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
  addEventListener("online", look);
  addEventListener("visibilitychange", look);
  setInterval(look, 4000);
})();`;
}
