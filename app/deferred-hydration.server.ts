/** Matches each module preload that React Router's `<Scripts>` renders, and captures its address. */
const PRELOAD = /<link rel="modulepreload" href="([^"]+)"[^>]*>/g;
/** Matches the module script that starts hydration, from its attribute `type`, and captures its text. */
const ENTRY = / type="module" async="">([\s\S]*?)<\/script>/;

/**
 * An inline script of the page, so it runs in the browser. It starts the script of the element before it, after the
 * first paint. A hidden tab does not paint, so there it starts that script at once. In a browser that reports no paint,
 * it starts that script after the load event.
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
 * they would delay its style sheet and first picture (docs/decisions/0044). A page without a module script stays as it
 * is.
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
  // A function instead of a replacement string, in which a "$" of the script would be special.
  return rest.replace(
    ENTRY,
    (_, script: string) =>
      ` type="text/plain" data-needs="${needs.join(" ")}">${script}</script><script${mark}>${START}</script>`,
  );
}
