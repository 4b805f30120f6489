export const RETRY_BUTTON_ID = "again";

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
  addEventListener("online", look);
  addEventListener("visibilitychange", look);
  setInterval(look, 4000);
})();`;
}
