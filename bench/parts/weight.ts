import { gunzipSync, gzipSync } from "node:zlib";
import { launchBrowser } from "#tests/support/browser.ts";
import type { Bench } from "../bench.ts";
import type { Row } from "../report.ts";
import { get, openShop } from "../shop.ts";

/** The JavaScript of the search page of Sharetribe's web template, compressed with gzip. */
const SHARETRIBE_BYTES = 457 * 1024;
/** The requests of one page view of NextFaster. */
const NEXTFASTER_REQUESTS = 103;

/** The scripts that a page loads, and the scripts that those import. */
function scriptsIn(html: string): string[] {
  const scripts = [...html.matchAll(/<script[^>]*\ssrc="([^"]+)"/g)].map(([, src]) => src);
  const [, needs = ""] = /\sdata-needs="([^"]*)"/.exec(html) ?? [];
  const imported = [...html.matchAll(/(?:import|from)\s*\(?\s*"(\/assets\/[^"]+\.js)"/g)].map(
    ([, src]) => src,
  );
  return [...new Set([...scripts, ...needs.split(" "), ...imported])].filter((src): src is string =>
    Boolean(src),
  );
}

/** The JavaScript of a first visit to a URL, compressed with gzip. `cookie`: the session of a signed-in person. */
export async function scriptWeight(
  address: string,
  cookie?: string,
): Promise<{ bytes: number; files: number }> {
  const gzip = { "accept-encoding": "gzip", ...(cookie && { cookie }) };
  const page = await get(address, gzip);
  const html = (page.headers["content-encoding"] === "gzip" ? gunzipSync(page.body) : page.body).toString();
  const sizes = await Promise.all(
    scriptsIn(html).map(async (src) => {
      const { headers, body } = await get(new URL(src, address).href, gzip);
      return headers["content-encoding"] === "gzip" ? body.byteLength : gzipSync(body).byteLength;
    }),
  );
  return { bytes: sizes.reduce((sum, size) => sum + size, 0), files: sizes.length };
}

export async function benchWeight(_: Bench): Promise<Row[]> {
  const shop = await openShop();
  const { url } = shop.server;
  const browser = await launchBrowser();
  try {
    const { bytes, files } = await scriptWeight(`${url}/rackets`);

    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    const requests: string[] = [];
    page.on("request", (request) => {
      if (!request.url().startsWith("data:")) requests.push(request.resourceType());
    });
    await page.goto(`${url}/rackets`, { waitUntil: "networkidle" });
    // Pictures further down are loaded when the page is scrolled towards them.
    for (let y = 0; y < 4_000; y += 500) await page.mouse.wheel(0, 500);
    await page.waitForLoadState("networkidle");
    const kinds = [...new Set(requests)].map(
      (kind) => `${requests.filter((one) => one === kind).length} ${kind}`,
    );
    return [
      {
        what: "JavaScript of a first visit to a browse page, gzip",
        against: "Sharetribe's web template, search page: 457 KB",
        ratio: bytes / SHARETRIBE_BYTES,
        budget: { at: "most", limit: 0.37, goal: 0.27 },
        figures: `${(bytes / 1024).toFixed(0)} KB in ${files} files`,
      },
      {
        what: "requests of one page view, pictures included",
        against: "NextFaster: about 103",
        ratio: requests.length / NEXTFASTER_REQUESTS,
        budget: { at: "most", limit: 35 / NEXTFASTER_REQUESTS, goal: 20 / NEXTFASTER_REQUESTS },
        figures: `${requests.length} (at most 35, better 20): ${kinds.join(", ")}`,
      },
    ];
  } finally {
    await browser.close();
    await shop.stop();
  }
}
