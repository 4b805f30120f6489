import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import type { Person } from "./people.ts";
import type { Shop } from "./shop.ts";

/** So many stops are more than any page of the tests has from its top to its foot. */
const MAX_STOPS = 200;

/** A page of the shop as this person or a visitor has it on a device; nothing in it moves under the keyboard. */
export async function openForKeys(
  shop: Shop,
  path: string,
  who: Person | null = null,
  device?: Parameters<Shop["as"]>[1],
): Promise<Page> {
  const { page } = await shop.as(who, device);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto(path);
  return page;
}

/** Where the keyboard is, in words: `button "Delete"`, or `nowhere`; and whether that is one of these. */
const placeOf = (target: Locator) =>
  target.evaluateAll((all) => {
    const it = document.activeElement;
    const there = all.some((one) => one === it);
    if (!it || it === document.body) return { there, words: "nowhere" };
    const name =
      it.getAttribute("aria-label") ?? (it.textContent?.trim() || it.getAttribute("name") || it.id);
    const words = `${it.getAttribute("role") ?? it.localName} "${name.replace(/\s+/g, " ").slice(0, 60)}"`;
    return { there, words };
  });

/** Where the keyboard is, in words: `button "Delete"`, or `nowhere`. */
export async function focused(page: Page): Promise<string> {
  return (await placeOf(page.locator(":root"))).words;
}

/**
 * Whether one sees where the keyboard is: a ring around what has the focus, or around what is drawn in its place (the
 * label of a hidden checkbox), of which neither the window nor a box that cuts off leaves less than two sides.
 */
function ringSeen(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const it = document.activeElement;
    if (!(it instanceof HTMLElement)) return false;
    const labels = it instanceof HTMLInputElement ? [...(it.labels ?? [])] : [];
    const near = [it, it.nextElementSibling, it.parentElement, it.closest("article"), ...labels];
    // What covers a card is laid out by the box that it lies in.
    const drawn = [...near.map((one) => ({ one, part: "" })), { one: it.offsetParent, part: "::after" }];
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

/** Waits until this has the focus by itself, after what was pressed; fails by naming what has it. */
export async function expectFocus(page: Page, target: Locator): Promise<void> {
  await expect
    .poll(async () => ((await placeOf(target)).there ? "there" : focused(page)), { message: String(target) })
    .toBe("there");
}

/** Waits until the focus is on this or inside it. */
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

/** Tabs that are pressed before the page is asked where they led. */
const STOPS_AT_ONCE = 8;

type Way = { goal?: readonly Element[]; stops?: string[] };

/**
 * Whether the keyboard is at one of these. From then on the page ignores Tab there, so that Tabs that are already on
 * their way do not lead past it, and keeps the names of its stops.
 */
const arrived = (target: Locator) =>
  target.evaluateAll((all) => {
    const way: Way = window as Way;
    const there = all.some((one) => one === document.activeElement);
    if (!way.stops) {
      const stops: string[] = [];
      way.stops = stops;
      addEventListener(
        "keydown",
        (event) => {
          const at = document.activeElement;
          if (event.key !== "Tab" || !way.goal) return;
          if (at && way.goal.includes(at)) {
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
    way.goal = there ? undefined : all;
    return there;
  });

/**
 * Presses Tab, or Shift+Tab, until this has the focus, and expects to see it there. Fails by naming where it was last
 * if that takes too many stops, or if the keyboard stays caught at one.
 */
export async function tabTo(page: Page, target: Locator, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  await target.first().waitFor();
  for (let stops = 0; stops < MAX_STOPS; stops += STOPS_AT_ONCE) {
    if (await arrived(target)) {
      await expect.poll(() => ringSeen(page), { message: `a ring around ${target}` }).toBe(true);
      return;
    }
    for (let nth = 0; nth < STOPS_AT_ONCE; nth++) await page.keyboard.press(key);
  }
  const way = await page.evaluate(() => (window as Way).stops ?? []);
  throw new Error(`${target} is not reached: ${way.slice(-12).join(" → ")}`);
}

/** Waits until this does something when it is pressed: what is still busy ignores it, and shows that. */
export async function expectReady(target: Locator): Promise<void> {
  await expect
    .poll(() => target.first().getAttribute("aria-disabled"), { message: `${target} is ready` })
    .not.toBe("true");
}

/** Tabs there and presses a key, Enter unless another is given, as soon as that is heard. */
export async function pressAt(page: Page, target: Locator, key = "Enter"): Promise<void> {
  await tabTo(page, target);
  await expectReady(target);
  await page.keyboard.press(key);
}
