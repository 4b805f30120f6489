/** Between a toast and the bar below it. */
const GAP_PX = 16;
/** Between a toast and the heading or button below it. */
const SMALL_GAP_PX = 8;
/** Narrower screens are phones, as for Tailwind's `sm`. */
const PHONE_BELOW_PX = 640;
/** What a toast of a phone does not cover. Buttons that are links have round ends. */
const TO_KEEP_CLEAR = ":is(h1, h2, h3, h4, button, summary, a[class*=rounded-full])";
const DIALOG = ":is([role=dialog], [role=alertdialog])";

interface Span {
  readonly top: number;
  readonly bottom: number;
}

/**
 * Where a toast of this height keeps clear of the bars at the bottom of the screen (`data-bottom-bar`), and on a phone
 * also of the headings and buttons of the page, or of the dialog over it: in pixels above the bottom of the screen.
 */
export function freeBottom(height: number): number {
  const lowest = (barsHeight() || safeBottom()) + GAP_PX;
  if (innerWidth >= PHONE_BELOW_PX) return lowest;
  const shown = [...document.querySelectorAll(DIALOG)].at(-1) ?? document.getElementById("main");
  const spans = [...(shown?.querySelectorAll(TO_KEEP_CLEAR) ?? [])]
    // Sections below the fold are skipped: they would be laid out to be measured.
    .filter((element) => element.checkVisibility({ contentVisibilityAuto: true }))
    .map((element) => element.getBoundingClientRect())
    // Texts for screen readers alone are one pixel wide.
    .filter(({ width }) => width > 1);
  return placeAmong(spans, height, innerHeight, lowest);
}

/**
 * The lowest place in the lower half of the screen where a toast covers none of the spans, or `lowest` if there is none.
 * All are pixels: spans from the top of the screen, the place above its bottom.
 */
export function placeAmong(
  spans: readonly Span[],
  height: number,
  screenHeight: number,
  lowest: number,
): number {
  for (let place = lowest; place + height <= screenHeight / 2; ) {
    const end = screenHeight - place;
    const covered = spans.filter(({ top, bottom }) => top < end && bottom > end - height);
    if (covered.length === 0) return place;
    place = screenHeight - Math.min(...covered.map(({ top }) => top)) + SMALL_GAP_PX;
  }
  return lowest;
}

/**
 * The height of the bar that covers the bottom of the screen, such as the buttons of a dialog, with the edge of the
 * screen that the system uses; 0 without one.
 */
function barsHeight(): number {
  const bars = [...document.querySelectorAll("[data-bottom-bar]")].map((bar) => bar.getBoundingClientRect());
  const atBottom = bars.filter(({ height, bottom }) => height > 0 && innerHeight - bottom < 128);
  return Math.max(0, ...atBottom.map(({ top }) => innerHeight - top));
}

/** The height of what the system draws over the bottom of the screen, as an iPhone does: `--safe-bottom`. */
function safeBottom(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue("--safe-bottom")) || 0;
}
