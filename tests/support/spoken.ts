import type { Page } from "playwright-core";

/**
 * Records what the live regions of a page say from now on, also on pages that it opens later. Returns a function that
 * gives all sentences so far.
 *
 * A live region says what is added to it. A status or an alert says its whole text at each change, and an alert also
 * when it appears. Hidden and inert parts, and those with
 * `aria-live="off"`, are left out.
 */
export async function listenTo(page: Page): Promise<() => Promise<readonly string[]>> {
  const sentences: string[] = [];
  await page.exposeFunction("__say", (sentence: string) => void sentences.push(sentence));
  await page.addInitScript(record);
  await page.evaluate(record);
  return async () => {
    // The page's observer runs before an answer of the page.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
    return [...sentences];
  };
}

/** Runs in the page. */
function record(): void {
  const say = (window as unknown as { __say: (sentence: string) => void }).__say;
  const REGIONS = "[aria-live], [role=status], [role=log], [role=alert], output";
  const SILENT = "[aria-hidden=true], [hidden], script, style, [aria-live=off]";
  const INERT = "[inert], [aria-hidden=true]";
  const WHOLE = "[role=status], [role=alert], output, [aria-atomic=true]";

  function textOf(node: Node, region: Element): string {
    const words: string[] = [];
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    for (let at: Node | null = walker.root; at; at = walker.nextNode()) {
      if (!(at instanceof Text)) continue;
      const silent = at.parentElement?.closest(SILENT);
      const isSilent = silent && (silent === region || region.contains(silent));
      if (!isSilent && at.parentElement?.checkVisibility({ visibilityProperty: true })) words.push(at.data);
    }
    return words.join(" ").replace(/\s+/g, " ").replaceAll(" : ", ": ").trim();
  }

  function heard(mutations: readonly MutationRecord[]): void {
    const parts = new Set<Node>();
    for (const { type, target, addedNodes } of mutations)
      for (const node of type === "childList" ? addedNodes : [target]) if (node.isConnected) parts.add(node);
    const said = new Map<Node, Element>();
    for (const node of parts) {
      const around = node instanceof Element ? (node.parentElement ?? node) : node.parentElement;
      const region = around?.closest(REGIONS);
      if (region) said.set(region.matches(WHOLE) ? region : node, region);
      else if (node instanceof Element)
        for (const alert of [node, ...node.querySelectorAll("[role=alert]")])
          if (alert.matches("[role=alert]")) said.set(alert, alert);
    }
    for (const [node, region] of said) {
      const isInside = [...said.keys()].some((other) => other !== node && other.contains(node));
      const isSilent = isInside || region.matches("[aria-live=off]") || region.closest(INERT) !== null;
      const text = isSilent ? "" : textOf(node, region);
      if (text) say(text);
    }
  }

  const watch = () =>
    new MutationObserver(heard).observe(document, { subtree: true, childList: true, characterData: true });
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", watch);
  else watch();
}
