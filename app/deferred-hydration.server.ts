/** Of React Router's `<Scripts>`: what is fetched ahead for the page's scripts, and the script that begins them. */
const PRELOAD = /<link rel="modulepreload" href="([^"]+)"[^>]*>/g;
const ENTRY = / type="module" async="">([\s\S]*?)<\/script>/;

/**
 * Begins what the script before this one holds, as soon as something of the page is on the screen. A page that nobody
 * looks at has no such moment and begins at once; one without such an event begins after it is loaded.
 */
function begin(): void {
  const held = document.currentScript?.previousElementSibling as HTMLScriptElement;
  let begun = false;
  const run = () => {
    if (begun) return;
    begun = true;
    for (const href of (held.dataset.needs ?? "").split(" "))
      document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
    const { nonce, textContent } = held;
    held.replaceWith(Object.assign(document.createElement("script"), { type: "module", nonce, textContent }));
  };
  if (document.visibilityState === "hidden") run();
  else new PerformanceObserver(run).observe({ type: "paint", buffered: true });
  addEventListener("load", () => setTimeout(run, 500));
}

const BEGIN = `(${begin.toString()})()`;

/**
 * A page that is drawn before its scripts are fetched: it is all there without them, and on a slow line they would
 * keep its look and its first picture waiting (docs/decisions/0044). A page without scripts stays as it is.
 *
 * @param html - a page as React Router renders it
 * @param nonce - what marks scripts as ours
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
      ` type="text/plain" data-needs="${needs.join(" ")}">${script}</script><script${mark}>${BEGIN}</script>`,
  );
}
