import type { Page } from "playwright-core";

/** Runs in the page: focuses each control, and returns those whose focus ring is missing or hardly visible. */
function measureRings(): string[] {
  type Rgba = readonly [number, number, number, number];
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true })!;
  const parsed = new Map<string, Rgba>();
  function rgba(color: string): Rgba {
    const cached = parsed.get(color);
    if (cached) return cached;
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    const [r = 0, g = 0, b = 0, alpha = 0] = canvas.getImageData(0, 0, 1, 1).data;
    parsed.set(color, [r, g, b, alpha / 255]);
    return [r, g, b, alpha / 255];
  }
  const over = (top: Rgba, below: Rgba): Rgba => {
    const mix = (at: 0 | 1 | 2) => top[at] * top[3] + below[at] * (1 - top[3]);
    return [mix(0), mix(1), mix(2), 1];
  };
  /** The colour behind the element, including its own background. */
  function ground(from: Element | null): Rgba {
    if (!from) return rgba("canvas");
    const own = rgba(getComputedStyle(from).backgroundColor);
    return own[3] > 0.99 ? own : over(own, ground(from.parentElement));
  }
  function luminance([r, g, b]: Rgba): number {
    const linear = (part: number) =>
      part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4;
    return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
  }
  function contrast(one: Rgba, other: Rgba): number {
    const [a, b] = [luminance(one), luminance(other)];
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  }

  /** What the ring is around: the element, or what is drawn in its place, such as the label of a hidden checkbox. */
  function ringOf(it: HTMLElement) {
    const labels = it instanceof HTMLInputElement ? [...(it.labels ?? [])] : [];
    const others = [it.nextElementSibling, it.parentElement, it.closest("article"), ...labels];
    const drawn = [it, ...others].map((one) => ({ one, part: "" }));
    for (const { one, part } of [...drawn, { one: it.offsetParent, part: "::after" }]) {
      if (!one) continue;
      const { outlineStyle, outlineWidth, outlineOffset, outlineColor } = getComputedStyle(
        part ? it : one,
        part,
      );
      if (outlineStyle === "none" || Number.parseFloat(outlineWidth) < 2) continue;
      const isInside = Number.parseFloat(outlineOffset) < 0;
      return { color: outlineColor, behind: isInside ? one : one.parentElement };
    }
    return null;
  }

  const found = new Map<string, string>();
  const tabbable = "a[href], button, input, select, textarea, summary, [tabindex]";
  for (const it of document.querySelectorAll<HTMLElement>(tabbable)) {
    if (it.tabIndex < 0 || !it.checkVisibility() || it.matches(":disabled, [type=range]")) continue;
    const kind = `${it.localName} ${it.className} in ${it.parentElement?.className}`;
    if (found.has(kind)) continue;
    it.focus({ preventScroll: true });
    if (document.activeElement !== it) continue;
    const ring = ringOf(it);
    const ratio = ring && contrast(rgba(ring.color), ground(ring.behind));
    const fault =
      ratio === null ? "has no focus ring" : ratio < 3 ? `has a focus ring of ${ratio.toFixed(2)}:1` : "";
    const html = it.outerHTML.replace(/\s+/g, " ");
    found.set(kind, fault && `${html.slice(0, 160)} ${fault}`);
  }
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  return [...found.values()].filter(Boolean);
}

/**
 * Returns one line for each control whose focus is hardly visible: its ring has less than 3:1 on what is behind it, or
 * is missing, in the present colours or in forced ones. Sliders draw the ring around their thumb, which no script sees.
 */
export async function faultsOfFocus(page: Page): Promise<string[]> {
  const faults = (await page.evaluate(measureRings)).map((fault) => `focus: ${fault}`);
  await page.emulateMedia({ forcedColors: "active" });
  const forced = (await page.evaluate(measureRings)).map((fault) => `focus in forced colours: ${fault}`);
  await page.emulateMedia({ forcedColors: "none" });
  return [...faults, ...forced];
}
