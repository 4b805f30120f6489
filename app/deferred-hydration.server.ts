/** Matches the output of React Router's `<Scripts>`: the preloaded modules, and the script that starts hydration. */
const PRELOAD = /<link rel="modulepreload" href="([^"]+)"[^>]*>/g;
const ENTRY = / type="module" async="">([\s\S]*?)<\/script>/;

/**
 * Runs the script that the element before this one holds, after the first paint. A hidden tab does not paint, so it
 * runs the script at once. A browser that reports no paint runs it after the load event.
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
 * Delays a page's scripts until after its first paint. The page is complete without them, and on a slow connection
 * they would delay its style sheet and first picture (docs/decisions/0044). A page without scripts stays as it is.
 *
 * @param html - a page as React Router renders it
 * @param nonce - the nonce of the page's own scripts
 */
export function deferHydration(html: string, nonce: string | undefined): string {
  const needs: string[] = [];
  const rest = html.replace(PRELOAD, (_, href: string) => {
    needs.push(href);
    return "";
  });
  const mark = nonce ? ` nonce="${nonce}"` : "";
  // Functions, since a script may have a "$" in it.
  return rest.replace(
    ENTRY,
    (_, script: string) =>
      ` type="text/plain" data-needs="${needs.join(" ")}">${script}</script><script${mark}>${START}</script>`,
  );
}
