/** The id of the button that tries at once. */
export const RETRY_BUTTON_ID = "again";

/**
 * Goes on to the page that was wanted as soon as we answer. It stands under that page's address, so that going on is
 * loading it again; under its own, which nobody is led to, it goes home. `home`: of its language.
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
