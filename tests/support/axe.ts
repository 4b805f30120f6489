import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { expect } from "vitest";

/**
 * The frame of a page, which is the same on all of them: the header, the bar and the footer, but for those in which
 * something is open. A crawl looks at it once for each of its people.
 */
const FRAME = [
  "header:has(~ main):not(:has([aria-expanded=true]))",
  "nav:has(~ main):not(:has([aria-expanded=true]))",
  "main ~ footer",
];

type Looked = {
  /** A selector: only what stands in there. */
  within?: string;
  /** The frame around the page too. */
  frame?: boolean;
  /** Only rules of these standards (axe's tags). */
  tags?: string[];
  /** Only these rules. */
  rules?: string[];
};

/** What axe finds on a page as it stands there now: the rule and the elements, one line each. */
export async function faultsOf(
  page: Page,
  { within, frame = false, tags, rules }: Looked = {},
): Promise<string[]> {
  // The program is large: a page that has it is not given it again.
  const given = await page.evaluate(() => "axe" in window);
  const axe = new AxeBuilder({ page, ...(given && { axeSource: ";" }) })
    // In the page itself: the other way opens a second one for each look, and none of ours frames a foreign page.
    .setLegacyMode(true)
    // Of style sheets that are fetched once more only rules know that are switched off; it is a third of its time.
    .options({ resultTypes: ["violations"], preload: false });
  if (within) axe.include(within);
  if (!frame) for (const part of FRAME) axe.exclude(part);
  if (tags) axe.withTags(tags);
  if (rules) axe.withRules(rules);
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}

/** Shows a page in these colours, in a window of this width, in pixels; and waits until it stands still. */
async function shownAs(page: Page, colorScheme: "light" | "dark", width: number): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  await page.setViewportSize({ width, height: 800 });
  await expect
    .poll(() => page.evaluate(() => document.documentElement.classList.contains("dark")))
    .toBe(colorScheme === "dark");
  // However short, a change of colours takes a moment, in which a text has the new and its ground the old one.
  // What is far below stands still until it comes near (`below` in styles.css).
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState, effect }) => {
      const target = effect instanceof KeyframeEffect ? effect.target : null;
      return playState !== "running" || target?.checkVisibility({ contentVisibilityAuto: true }) === false;
    }),
  );
}

/** Widths in pixels: a desk's window, the same enlarged twice, and the narrowest that WCAG's reflow asks for. */
const LOOKS = [
  { colors: "light", width: 1280, axe: true },
  { colors: "light", width: 640, axe: false },
  { colors: "dark", width: 320, axe: true },
] as const;

/**
 * What axe finds on a page, light on a desk and dark on the narrowest phone, and the widths that it does not fit; one
 * line each. Leaves it light, on a desk.
 */
export async function faultsInLooks(page: Page, looked: Looked = {}): Promise<string[]> {
  const faults: string[] = [];
  for (const { colors, width, axe } of LOOKS) {
    await shownAs(page, colors, width);
    const found = axe ? await faultsOf(page, looked) : [];
    if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)) found.push("too wide");
    faults.push(...found.map((fault) => `${colors} at ${width} px: ${fault}`));
  }
  await shownAs(page, "light", 1280);
  return faults;
}

/** Axe finds nothing on a page, and it fits the screen, in each look. */
export async function expectNoFaults(page: Page, looked: Looked = {}): Promise<void> {
  expect(await faultsInLooks(page, looked)).toEqual([]);
}

/** How one gets to each state of some pages, by the state's name; it is waited for there. */
export type States = Readonly<Record<string, (page: Page) => Promise<unknown>>>;

/** What `faultsInLooks` finds in each of these states, one line each. */
export async function faultsInStates(page: Page, states: States): Promise<string[]> {
  const faults: string[] = [];
  for (const [state, open] of Object.entries(states)) {
    await open(page);
    faults.push(...(await faultsInLooks(page)).map((fault) => `${state}: ${fault}`));
  }
  return faults;
}
