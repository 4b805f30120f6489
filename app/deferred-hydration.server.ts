import { escapedHtml } from "#app/domain/text-rules.ts";
import { type Edit, insertion, positionsOf } from "./page-edits.server.ts";

/** The module preloads that React Router renders. */
const PRELOAD = '<link rel="modulepreload" href="';
/** The end of the opening tag of the module script that starts hydration. */
const ENTRY = ' type="module" async="">';
const SCRIPT_END = "</script>";

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
export function deferHydration(html: Buffer, tooOld: string, nonce: string | undefined): Edit[] {
  const preloads = [...positionsOf(PRELOAD, html)].map((from) => {
    const href = from + PRELOAD.length;
    const needed = html.toString("utf8", href, html.indexOf('"', href));
    return { from, to: html.indexOf(">", href) + 1, text: "", needed };
  });
  const entry = html.indexOf(ENTRY);
  if (entry < 0) return preloads;
  const needs = preloads.map(({ needed }) => needed).join(" ");
  const attributes = ` type="text/plain" data-needs="${needs}" data-too-old="${escapedHtml(tooOld)}">`;
  const mark = nonce ? ` nonce="${nonce}"` : "";
  const scriptEnd = html.indexOf(SCRIPT_END, entry) + SCRIPT_END.length;
  return [
    ...preloads,
    { from: entry, to: entry + ENTRY.length, text: attributes },
    insertion(scriptEnd, `<script${mark}>${START}</script>`),
  ];
}
