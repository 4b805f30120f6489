import lighthouse from "lighthouse";
import type { View } from "./budgets.ts";

/** What Lighthouse said of one view, and what it would mend. */
export interface Audited {
  readonly view: Omit<View, "inp" | "script">;
  /** Audits that are not perfect, for who wants to know why. */
  readonly faults: readonly string[];
}

/**
 * One view of a page by Lighthouse as it is: its mid-range phone, on "slow 4G" and a processor four times as slow, both
 * simulated from what was seen. `port` is where a browser listens to DevTools.
 */
export async function audit(url: string, port: number, cookie?: string): Promise<Audited> {
  const result = await lighthouse(url, {
    port,
    logLevel: "error",
    output: "json",
    ...(cookie && { extraHeaders: { cookie }, disableStorageReset: true }),
  });
  if (!result) throw new Error(`Lighthouse said nothing of ${url}.`);
  const { categories, audits, runtimeError } = result.lhr;
  if (runtimeError) throw new Error(`${url}: ${runtimeError.message}`);
  const score = (id: string) => Math.round((categories[id]?.score ?? Number.NaN) * 100);
  const value = (id: string) => audits[id]?.numericValue ?? Number.NaN;
  const asked = audits["network-requests"]?.details as { items?: readonly { url: string }[] } | undefined;
  return {
    view: {
      performance: score("performance"),
      accessibility: score("accessibility"),
      bestPractices: score("best-practices"),
      seo: score("seo"),
      lcp: value("largest-contentful-paint"),
      cls: value("cumulative-layout-shift"),
      requests: asked?.items?.filter((item) => !item.url.startsWith("data:")).length ?? Number.NaN,
    },
    faults: Object.values(audits)
      .filter((one) => one.score !== null && one.score < 0.9 && one.scoreDisplayMode !== "informative")
      .map((one) => `${one.id}${one.displayValue ? ` (${one.displayValue})` : ""}`),
  };
}
