import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const ASSETS = "build/client/assets";

/**
 * What Safari 16.4, Firefox 128 or Chromium 111 lacks, by the browser compatibility data of MDN. Names that other code
 * also uses for its own functions (`union`, `parse`) are left out.
 */
const NEWER = {
  "Promise.withResolvers": /\bwithResolvers\b/,
  "Promise.try": /\bPromise\.try\b/,
  "Object.groupBy": /\b(?:Object|Map)\.groupBy\b/,
  "Array.fromAsync": /\bArray\.fromAsync\b/,
  "URL.canParse": /\bURL\.(?:canParse|parse)\b/,
  "AbortSignal.any": /\bAbortSignal\.any\b/,
  "RegExp.escape": /\bRegExp\.escape\b/,
  "methods of sets": /\.(?:isSubsetOf|isSupersetOf|isDisjointFrom|symmetricDifference)\(/,
  "Uint8Array in base64": /\b(?:toBase64|fromBase64|setFromBase64)\b/,
  "Intl.DurationFormat": /\bDurationFormat\b/,
  Temporal: /\bTemporal\.(?:Now|Instant|Plain\w+)\b/,
  checkVisibility: /\bcheckVisibility\b/,
  randomUUID: /\brandomUUID\b/,
  requestIdleCallback: /\brequestIdleCallback\b/,
  "scheduler.postTask": /\bscheduler\.(?:postTask|yield)\b/,
  startViewTransition: /\bstartViewTransition\b/,
  popover: /\b(?:showPopover|hidePopover|togglePopover)\b/,
  CloseWatcher: /\bCloseWatcher\b/,
  moveBefore: /\bmoveBefore\b/,
  setHTMLUnsafe: /\b(?:setHTMLUnsafe|parseHTMLUnsafe|getHTML)\b/,
  cookieStore: /\bcookieStore\b/,
} as const;

/** Where the code asks first, or where app/ui/browser-gaps.ts fills the gap. */
const GUARDED: readonly (keyof typeof NEWER)[] = [
  "Object.groupBy",
  "URL.canParse",
  "checkVisibility",
  "randomUUID",
  "startViewTransition",
  "CloseWatcher",
];

test("the built code uses nothing that a supported browser lacks, except what it asks for or replaces", () => {
  const code = readdirSync(ASSETS)
    .filter((name) => name.endsWith(".js"))
    .map((name) => readFileSync(path.join(ASSETS, name), "utf8"))
    .join("\n");
  const used = Object.entries(NEWER).filter(([, name]) => name.test(code));
  expect(used.map(([name]) => name)).toEqual(GUARDED);
});

test.each(["app/entry.client.tsx", "app/features/stock/reading/reading.worker.ts"])(
  "%s fills the gaps before anything else runs",
  (file) => {
    expect(/^import .*$/m.exec(readFileSync(file, "utf8"))?.[0]).toMatch(/^import ".*browser-gaps.ts";$/);
  },
);
