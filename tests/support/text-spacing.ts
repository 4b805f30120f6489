import type { Page } from "playwright-core";

/**
 * Runs in the page: spaces its text as readers may set it (WCAG 1.4.12), and returns what then makes it scroll sideways
 * or is cut where nobody can scroll to it. Afterwards the text is as before.
 */
function measureSpaced(): string[] {
  // Unlike a style element, the content security policy allows it.
  const spacing = new CSSStyleSheet();
  spacing.replaceSync(`
    * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
    p { margin-bottom: 2em !important }
    .below { content-visibility: visible !important }
  `);
  document.adoptedStyleSheets.push(spacing);
  const found: string[] = [];
  const shown = (one: Element) => {
    const { outerHTML, textContent } = one;
    return `${outerHTML.slice(0, outerHTML.indexOf(">") + 1).slice(0, 160)} "${textContent?.trim().slice(0, 40)}"`;
  };

  /** The nearest element that cuts what is outside of it; null if people can scroll there, or if it shortens on purpose. */
  function cutterOf(text: Element): Element | null {
    for (let at: Element | null = text; at && at !== document.body; at = at.parentElement) {
      const { overflowX, overflowY, textOverflow, position, clipPath, webkitLineClamp } =
        getComputedStyle(at);
      const isHidden = clipPath !== "none" && position === "absolute";
      if (isHidden || textOverflow === "ellipsis" || webkitLineClamp !== "none") return null;
      if ([overflowX, overflowY].some((one) => one === "auto" || one === "scroll")) return null;
      if ([overflowX, overflowY].some((one) => one === "hidden" || one === "clip")) return at;
    }
    return null;
  }

  const { scrollWidth } = document.documentElement;
  if (scrollWidth > innerWidth) {
    found.push(`is ${scrollWidth} px wide`);
    const isOut = (one: Element) =>
      one.checkVisibility() && one.getBoundingClientRect().right > innerWidth + 1;
    const scrolls = (one: Element) => one.parentElement?.closest(".row-scroll, .overflow-x-auto, .sr-only");
    const outside = [...document.querySelectorAll("body *")].filter((one) => isOut(one) && !scrolls(one));
    const innermost = outside.filter((one) => ![...one.children].some(isOut));
    found.push(...innermost.slice(0, 6).map((one) => `has outside the window: ${shown(one)}`));
  }
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const seen = new Set<Element>();
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const parent = node.parentElement;
    if (!parent || seen.has(parent) || !node.nodeValue?.trim() || !parent.checkVisibility()) continue;
    seen.add(parent);
    const cutter = cutterOf(parent);
    if (!cutter) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const [text, box] = [range.getBoundingClientRect(), cutter.getBoundingClientRect()];
    if (text.width === 0 || box.width <= 1) continue;
    if (
      text.right > box.right + 1 ||
      text.left < box.left - 1 ||
      text.bottom > box.bottom + 3 ||
      text.top < box.top - 3
    )
      found.push(`cuts ${shown(parent)} in ${shown(cutter)}`);
  }
  document.adoptedStyleSheets.pop();
  return found;
}

/** Returns one line for each thing that the page cuts, or that makes it scroll sideways, when its text is spaced. */
export async function faultsWhenSpaced(page: Page): Promise<string[]> {
  return (await page.evaluate(measureSpaced)).map((fault) => `with spaced text: ${fault}`);
}
