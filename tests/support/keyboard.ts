import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import type { Person } from "./people.ts";
import type { Shop } from "./shop.ts";

const MAX_STOPS = 200;

export async function openForKeys(
  shop: Shop,
  path: string,
  who: Person | null = null,
  device?: Parameters<Shop["openAs"]>[1],
): Promise<Page> {
  const { page } = await shop.openAs(who, device);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto(path);
  await loadFocusScript(page);
  return page;
}

/** The first key press on a document loads the script that restores the focus. Shift alone does not move the focus. */
export async function loadFocusScript(page: Page): Promise<void> {
  const loaded = page.waitForEvent("requestfinished", (request) => request.url().includes("focus-restore"));
  await page.keyboard.press("Shift");
  await loaded;
}

const focusState = (target: Locator) =>
  target.evaluateAll((all) => {
    const it = document.activeElement;
    const isTarget = all.some((one) => one === it);
    if (!it || it === document.body) return { isTarget, words: "nowhere" };
    const name =
      it.getAttribute("aria-label") ?? (it.textContent?.trim() || it.getAttribute("name") || it.id);
    const words = `${it.getAttribute("role") ?? it.localName} "${name.replace(/\s+/g, " ").slice(0, 60)}"`;
    return { isTarget, words };
  });

/** A description of the focused element, such as `button "Delete"`, or `nowhere`. */
export async function focused(page: Page): Promise<string> {
  return (await focusState(page.locator(":root"))).words;
}

/**
 * Whether the focus is visible: at least two sides of the focus ring are inside the window and inside all scroll
 * containers. The ring is around the focused element, or around what is drawn in its place: the label of a hidden
 * checkbox, for example.
 */
export function hasVisibleRing(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const it = document.activeElement;
    if (!(it instanceof HTMLElement)) return false;
    const labels = it instanceof HTMLInputElement ? [...(it.labels ?? [])] : [];
    const elements = [it, it.nextElementSibling, it.parentElement, it.closest("article"), ...labels];
    // The ::after of a card's link, which covers the whole card, has the ring. The card is the link's offset parent.
    const drawn = [...elements.map((one) => ({ one, part: "" })), { one: it.offsetParent, part: "::after" }];
    return drawn.some(({ one, part }) => {
      if (!one) return false;
      const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(part ? it : one, part);
      if (outlineStyle === "none" || Number.parseFloat(outlineWidth) < 2) return false;
      const out = Number.parseFloat(outlineOffset) + Number.parseFloat(outlineWidth) / 2;
      const box = one.getBoundingClientRect();
      const ring = {
        top: box.top - out,
        right: box.right + out,
        bottom: box.bottom + out,
        left: box.left - out,
      };
      const seen = { top: 0, right: innerWidth, bottom: innerHeight, left: 0 };
      for (
        let around = one.parentElement;
        around && around !== document.body;
        around = around.parentElement
      ) {
        if (getComputedStyle(around).overflow === "visible") continue;
        const cut = around.getBoundingClientRect();
        seen.top = Math.max(seen.top, cut.top);
        seen.right = Math.min(seen.right, cut.right);
        seen.bottom = Math.min(seen.bottom, cut.bottom);
        seen.left = Math.max(seen.left, cut.left);
      }
      const sides = [
        ring.top >= seen.top && ring.top <= seen.bottom,
        ring.bottom >= seen.top && ring.bottom <= seen.bottom,
        ring.left >= seen.left && ring.left <= seen.right,
        ring.right >= seen.left && ring.right <= seen.right,
      ];
      return sides.filter(Boolean).length >= 2;
    });
  });
}

/** On failure, the message describes the focused element. */
export async function expectFocus(page: Page, target: Locator): Promise<void> {
  await expect
    .poll(async () => ((await focusState(target)).isTarget ? "there" : focused(page)), {
      message: String(target),
    })
    .toBe("there");
}

export async function expectFocusWithin(page: Page, target: Locator): Promise<void> {
  await expect
    .poll(
      async () =>
        (await target.evaluateAll((all) => all.some((one) => one.contains(document.activeElement))))
          ? "within"
          : focused(page),
      { message: String(target) },
    )
    .toBe("within");
}

const STOPS_AT_ONCE = 8;

/** Stored on the page's `window`. At `targets`, Tab is ignored. */
type TabLog = { targets?: readonly Element[]; stops?: string[] };

/**
 * Whether one of these elements is focused. If not, the page will ignore Tab as soon as one of them is, so that the
 * remaining presses of a batch do not move the focus away.
 */
const isFocused = (target: Locator) =>
  target.evaluateAll((all) => {
    const log: TabLog = window as TabLog;
    const isTarget = all.some((one) => one === document.activeElement);
    if (!log.stops) {
      const stops: string[] = [];
      log.stops = stops;
      addEventListener(
        "keydown",
        (event) => {
          const at = document.activeElement;
          if (event.key !== "Tab" || !log.targets) return;
          if (at && log.targets.includes(at)) {
            event.preventDefault();
            event.stopImmediatePropagation();
          } else
            stops.push(
              `${at?.localName} "${at?.getAttribute("aria-label") ?? at?.textContent?.trim().slice(0, 60)}"`,
            );
        },
        { capture: true },
      );
    }
    log.targets = isTarget ? undefined : all;
    return isTarget;
  });

/**
 * Presses Tab, or Shift+Tab, until this element is focused, and expects a visible focus ring. If the focus never gets
 * there, for example because it is trapped, the failure names the last tab stops.
 */
export async function tabTo(page: Page, target: Locator, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  await target.first().waitFor();
  for (let stops = 0; stops < MAX_STOPS; stops += STOPS_AT_ONCE) {
    if (await isFocused(target)) {
      await expect.poll(() => hasVisibleRing(page), { message: `a ring around ${target}` }).toBe(true);
      return;
    }
    for (let nth = 0; nth < STOPS_AT_ONCE; nth++) await page.keyboard.press(key);
  }
  const stops = await page.evaluate(() => (window as TabLog).stops ?? []);
  throw new Error(`${target} is not reached: ${stops.slice(-12).join(" → ")}`);
}

/** A button ignores presses while its action runs. */
export async function expectReady(target: Locator): Promise<void> {
  await expect
    .poll(() => target.first().getAttribute("aria-disabled"), { message: `${target} is ready` })
    .not.toBe("true");
}

export async function pressAt(page: Page, target: Locator, key = "Enter"): Promise<void> {
  await tabTo(page, target);
  await expectReady(target);
  await page.keyboard.press(key);
}

/** Waits until the focus is on one of these elements, and expects that Tab stops there and that it can be seen. */
export async function expectTabStop(page: Page, target: Locator): Promise<void> {
  await expectFocus(page, target);
  expect(
    await page.evaluate(() => {
      const it = document.activeElement;
      if (!(it instanceof HTMLElement)) return "no element";
      if (it.tabIndex < 0) return "no stop of Tab";
      if (it.closest("[aria-hidden=true], [inert], :disabled")) return "hidden or disabled";
      return it.checkVisibility({ visibilityProperty: true }) ? "a tab stop" : "invisible";
    }),
  ).toBe("a tab stop");
}
