import lighthouse from "lighthouse";
import type { View } from "./budgets.ts";

export interface Audited {
  readonly view: Omit<View, "inp" | "script">;
  /** The audits with a score below 90. */
  readonly faults: readonly string[];
}

/**
 * Runs Lighthouse on a page with its defaults: a mid-range phone, "slow 4G", and a processor four times as slow, both
 * simulated. `port` is the browser's DevTools port.
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
  const requests = audits["network-requests"]?.details as { items?: readonly { url: string }[] } | undefined;
  return {
    view: {
      performance: score("performance"),
      accessibility: score("accessibility"),
      bestPractices: score("best-practices"),
      seo: score("seo"),
      lcp: value("largest-contentful-paint"),
      cls: value("cumulative-layout-shift"),
      requests: requests?.items?.filter((item) => !item.url.startsWith("data:")).length ?? Number.NaN,
    },
    faults: Object.values(audits)
      .filter((one) => one.score !== null && one.score < 0.9 && one.scoreDisplayMode !== "informative")
      .map((one) => `${one.id}${one.displayValue ? ` (${one.displayValue})` : ""}`),
  };
}
