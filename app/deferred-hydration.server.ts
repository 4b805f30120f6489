import { escapedHtml } from "#app/domain/text-rules.ts";

/** Captures the URLs of the module preloads that React Router renders. */
const PRELOAD = /<link rel="modulepreload" href="([^"]+)"[^>]*>/g;
/** Captures the code of the module script that starts hydration. */
const ENTRY = / type="module" async="">([\s\S]*?)<\/script>/;

/**
 * Runs in the browser, as an inline script after an element that has the module script as plain text. Makes it a
 * running script after the first paint; in a hidden tab, which does not paint, at once; at the latest half a second
 * after the load event.
 */
function start(): void {
  const held = document.currentScript?.previousElementSibling as HTMLScriptElement;
  // Safari 16.4, Firefox 128 and Chromium 111 were the first versions to have it.
  if (!("resize" in ArrayBuffer.prototype)) {
    const { tooOld: textContent } = held.dataset;
    document.body.prepend(
      Object.assign(document.createElement("p"), { className: "wrap py-3", textContent }),
    );
    return;
  }
  let started = false;
  const run = () => {
    if (started) return;
    started = true;
    for (const href of String(held.dataset.needs).split(" "))
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
 * Makes the module script of a page start after the first paint: on a slow connection, scripts would delay the style
 * sheet and the first picture (docs/decisions/0041). A browser that is older than the supported ones never starts it,
 * and shows a sentence. A page without a module script is unchanged.
 * @param html a page as React Router renders it
 * @param tooOld the sentence for an older browser
 * @param nonce the nonce for scripts in the content security policy of the page
 */
export function deferHydration(html: string, tooOld: string, nonce: string | undefined): string {
  const needs: string[] = [];
  const rest = html.replace(PRELOAD, (_, href: string) => {
    needs.push(href);
    return "";
  });
  const mark = nonce ? ` nonce="${nonce}"` : "";
  // A function, because "$" is special in a replacement string.
  return rest.replace(
    ENTRY,
    (_, script: string) =>
      ` type="text/plain" data-needs="${needs.join(" ")}" data-too-old="${escapedHtml(tooOld)}">${script}</script><script${mark}>${START}</script>`,
  );
}
