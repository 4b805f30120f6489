import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { expectNoSidewaysScroll } from "./browser.ts";

type Looked = {
  /** A selector: only what stands in there. */
  within?: string;
  /** Only rules of these standards (axe's tags). */
  tags?: string[];
  /** Only these rules. */
  rules?: string[];
};

/** What axe finds on a page as it stands there now: the rule and the elements, one line each. */
export async function faultsOf(page: Page, { within, tags, rules }: Looked = {}): Promise<string[]> {
  const axe = new AxeBuilder({ page })
    // In the page itself: the other way opens a second one for each look, and none of ours frames a foreign page.
    .setLegacyMode(true)
    .options({ resultTypes: ["violations"] });
  if (within) axe.include(within);
  if (tags) axe.withTags(tags);
  if (rules) axe.withRules(rules);
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}

/** Pixels: the narrowest that WCAG's reflow asks for, a desk's window enlarged twice, and as it is. */
const WIDTHS = [320, 640, 1280];

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

/**
 * What axe finds on a page, light on a desk and dark on the narrowest phone, and the widths that it does not fit; one
 * line each. For many pages one after the other: `expectNoFaults` looks closer. Leaves it light, on a desk.
 */
export async function lookedAtTwice(page: Page): Promise<string[]> {
  const faults: string[] = [];
  const looks = [
    ["light", 1280, true],
    ["dark", 640, false],
    ["dark", 320, true],
  ] as const;
  for (const [colors, width, axe] of looks) {
    await shownAs(page, colors, width);
    const found = axe ? await faultsOf(page) : [];
    if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)) found.push("too wide");
    faults.push(...found.map((fault) => `${colors} at ${width} px: ${fault}`));
  }
  await shownAs(page, "light", 1280);
  return faults;
}

/** What axe finds on a page, light and dark, in each of these widths: nothing; and it fits the screen. */
export async function expectNoFaults(page: Page, looked: Looked = {}): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    for (const width of WIDTHS) {
      await shownAs(page, colorScheme, width);
      // The dark changes colours and nothing else: the other rules have looked at the same elements in the light.
      const rules = colorScheme === "dark" ? { rules: ["color-contrast"] } : {};
      expect(await faultsOf(page, { ...looked, ...rules }), `${colorScheme} at ${width} px`).toEqual([]);
      await expectNoSidewaysScroll(page);
    }
  }
}
