import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { expectNoSidewaysScroll } from "./browser.ts";

/** What axe finds on a page, light and dark, on a phone and on a desk: nothing; and it fits the screen. */
export async function expectNoFaults(page: Page): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await expect
        .poll(() => page.evaluate(() => document.documentElement.classList.contains("dark")))
        .toBe(colorScheme === "dark");
      // However short, a change of colours takes a moment, in which a text has the new and its ground the old one.
      await page.waitForFunction(() =>
        document.getAnimations().every(({ playState }) => playState !== "running"),
      );
      const { violations } = await new AxeBuilder({ page }).analyze();
      const told = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`);
      expect(told, `${colorScheme} at ${width} px`).toEqual([]);
      await expectNoSidewaysScroll(page);
    }
  }
}
