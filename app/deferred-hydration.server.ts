/** Matches each module preload that React Router's `<Scripts>` renders, and captures its URL. */
const PRELOAD = /<link rel="modulepreload" href="([^"]+)"[^>]*>/g;
/** Matches the module script that starts hydration, from its attribute `type` to its end tag, and captures its code. */
const ENTRY = / type="module" async="">([\s\S]*?)<\/script>/;

/**
 * Runs in the browser, as an inline script of the page. The element before this inline script contains the module
 * script as plain text. `start` turns that text into a running script:
 *
 * - after the first paint;
 * - in a hidden tab, which does not paint, immediately;
 * - otherwise at the latest half a second after the load event.
 */
function start(): void {
  const held = document.currentScript?.previousElementSibling as HTMLScriptElement;
  let started = false;
  const run = () => {
    if (started) return;
    started = true;
    for (const href of (held.dataset.needs ?? "").split(" "))
      document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
    const { nonce, textContent } = held;
    held.replaceWith(Object.assign(document.createElement("script"), { type: "module", nonce, textContent }));
  };
  if (document.visibilityState === "hidden") run();
  else new PerformanceObserver(run).observe({ type: "paint", buffered: true });
  addEventListener("load", () => setTimeout(run, 500));
}

const START = `(${start.toString()})()`;

/**
 * Returns the HTML of a page whose module script starts only after the first paint. The page is complete without its
 * scripts, and on a slow connection they would delay the style sheet and the first picture (docs/decisions/0044).
 * A page without a module script is returned unchanged.
 *
 * @param html - a page as React Router renders it
 * @param nonce - the nonce that the content security policy of the page allows for scripts
 */
export function deferHydration(html: string, nonce: string | undefined): string {
  const needs: string[] = [];
  const rest = html.replace(PRELOAD, (_, href: string) => {
    needs.push(href);
    return "";
  });
  const mark = nonce ? ` nonce="${nonce}"` : "";
  // A function instead of a replacement string, in which a "$" of the script would be special.
  return rest.replace(
    ENTRY,
    (_, script: string) =>
      ` type="text/plain" data-needs="${needs.join(" ")}">${script}</script><script${mark}>${START}</script>`,
  );
}
