import { AxeBuilder } from "@axe-core/playwright";
// The package's main file is not minified, and each page would have to parse it.
import axeCore from "axe-core/axe.min.js";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { faultsWhenSpaced } from "./text-spacing.ts";

/**
 * Selectors of the header, the category bar and the footer, while none of their menus is open. They are the same on
 * every page, so a crawl checks them only once for each person.
 */
const SHELL = [
  "header:has(~ main):not(:has([aria-expanded=true]))",
  "nav:has(~ main):not(:has([aria-expanded=true]))",
  "main ~ footer",
];

type CheckOptions = {
  /** A selector. Only elements inside it are checked. */
  within?: string;
  /** Whether the page's header, category bar and footer are checked too. */
  shell?: boolean;
  /** Whether the page may keep the last appearance, because the test does not look at it again. */
  keepsAppearance?: boolean;
  /** Checks only the rules of axe with these tags, such as `wcag2aa`. */
  tags?: string[];
  /** Checks only the rules of axe with these ids, such as `color-contrast`. */
  rules?: string[];
};

/**
 * Waits until no animation runs. During a transition, axe may measure the contrast of the new text colour on the old
 * background. Ignores animations of sections that the browser does not render yet (`below` in styles/layout.css).
 */
async function atRest(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState, effect }) => {
      const target = effect instanceof KeyframeEffect ? effect.target : null;
      return playState !== "running" || target?.checkVisibility({ contentVisibilityAuto: true }) === false;
    }),
  );
}

type Rgba = { r: number; g: number; b: number; alpha: number };
type AxeColor = Rgba & { parseString(text: string): AxeColor };

/** Runs in the page. axe parses the colours of each element, which takes half of a check's time; pages have few. */
function cacheColors(): void {
  const { axe } = window as unknown as { axe: { commons: { color: { Color: { prototype: AxeColor } } } } };
  const { prototype } = axe.commons.color.Color;
  const { parseString } = prototype;
  const parsed = new Map<string, Rgba>();
  prototype.parseString = function (text) {
    const cached = parsed.get(text);
    if (cached) return Object.assign(this, cached);
    const { r, g, b, alpha } = parseString.call(this, text);
    parsed.set(text, { r, g, b, alpha });
    return this;
  };
}

/** Runs in the page. Puts the bars that stay on the screen to their places in the document, or back. */
function placeBars(position: string): void {
  for (const bar of document.querySelectorAll<HTMLElement>("header:has(~ main), .tab-bar, .action-bar"))
    bar.style.position = position;
}

/** Returns one line for each rule of axe that the page breaks, with the elements that break it. */
export async function faultsOf(
  page: Page,
  { within, shell = false, tags, rules }: CheckOptions = {},
): Promise<string[]> {
  await atRest(page);
  // The script is large, so it is injected once for each page. The builder would inject it twice for each check.
  for (const frame of page.frames())
    if (!(await frame.evaluate(() => "axe" in window))) {
      await frame.evaluate(axeCore.source);
      await frame.evaluate(cacheColors);
    }
  const axe = new AxeBuilder({ page, axeSource: ";" })
    // In legacy mode axe runs in the page itself. By default it opens a second page for each check, to include frames
    // of other sites, which the shop does not have.
    .setLegacyMode(true)
    // `preload` would fetch the style sheets once more, for rules that are disabled here. Fetching them takes a third
    // of a check's time.
    .options({
      resultTypes: ["violations"],
      preload: false,
      // By default axe leaves out this rule of WCAG 2.2.
      rules: { "target-size": { enabled: true } },
    });
  if (within) axe.include(within);
  if (!shell) for (const part of SHELL) axe.exclude(part);
  if (tags) axe.withTags(tags);
  if (rules) axe.withRules(rules);
  const { violations } = await axe.analyze();
  const isTarget = ({ id }: { id: string }) => id === "target-size";
  if (violations.some(isTarget)) {
    // A target is no smaller because a bar covers it in part: a person scrolls it out.
    await page.evaluate(placeBars, "static");
    const again = await axe.withRules(["target-size"]).analyze();
    await page.evaluate(placeBars, "");
    violations.splice(violations.findIndex(isTarget), 1, ...again.violations);
  }
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}

async function setAppearance(page: Page, colorScheme: "light" | "dark", width: number): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  await page.setViewportSize({ width, height: 800 });
  await expect
    .poll(() => page.evaluate(() => document.documentElement.classList.contains("dark")))
    .toBe(colorScheme === "dark");
  await atRest(page);
}

/**
 * The colour schemes and the window widths (in pixels) to check: a desktop window, the same window at 200% zoom, and
 * the narrowest width at which WCAG forbids sideways scrolling.
 */
const APPEARANCES = [
  { colors: "light", width: 1280, axe: true },
  { colors: "light", width: 640, axe: false },
  { colors: "dark", width: 320, axe: true },
] as const;

/**
 * Checks a page for sideways scrolling in each of the appearances, and with axe in two of them. Returns one line for
 * each fault. Afterwards the page has light colours and the width of a desktop, unless `keepsAppearance`.
 */
export async function faultsInAppearances(page: Page, options: CheckOptions = {}): Promise<string[]> {
  const faults: string[] = [];
  // A crawl's next page begins with the last appearance, because each change of the width is a new layout.
  const isNarrow = page.viewportSize()?.width === APPEARANCES.at(-1)?.width;
  for (const { colors, width, axe } of isNarrow ? APPEARANCES.toReversed() : APPEARANCES) {
    await setAppearance(page, colors, width);
    const found = axe ? await faultsOf(page, options) : [];
    if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)) found.push("too wide");
    if (width === 320) found.push(...(await faultsWhenSpaced(page)));
    faults.push(...found.map((fault) => `${colors} at ${width} px: ${fault}`));
  }
  if (!options.keepsAppearance) await setAppearance(page, "light", 1280);
  return faults;
}

export async function expectNoFaults(page: Page, options: CheckOptions = {}): Promise<void> {
  expect(await faultsInAppearances(page, options)).toEqual([]);
}

/** Functions that bring a page into a state, such as "menu open", by the name of the state. */
export type States = Readonly<Record<string, (page: Page) => Promise<unknown>>>;

export async function faultsInStates(page: Page, states: States): Promise<string[]> {
  const faults: string[] = [];
  for (const [state, open] of Object.entries(states)) {
    await open(page);
    faults.push(...(await faultsInAppearances(page)).map((fault) => `${state}: ${fault}`));
  }
  return faults;
}
