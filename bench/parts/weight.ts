import { gunzipSync, gzipSync } from "node:zlib";
import { launchBrowser } from "#tests/support/browser.ts";
import { atMost, type Part } from "../report.ts";
import { type Answer, get, openShop } from "../shop.ts";

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

const isGzip = ({ headers }: Answer) => headers["content-encoding"] === "gzip";

/** The JavaScript of a first visit to a URL, compressed with gzip. `cookie`: the session of a signed-in person. */
export async function scriptWeight(url: string, cookie?: string): Promise<{ bytes: number; files: number }> {
  const headers = { "accept-encoding": "gzip", ...(cookie && { cookie }) };
  const page = await get(url, headers);
  const scripts = scriptsIn((isGzip(page) ? gunzipSync(page.body) : page.body).toString());
  const answers = await Promise.all(scripts.map((src) => get(new URL(src, url).href, headers)));
  const sizes = answers.map((answer) => (isGzip(answer) ? answer.body : gzipSync(answer.body)).byteLength);
  return { bytes: sizes.reduce((sum, size) => sum + size, 0), files: scripts.length };
}

export const weight: Part = async () => {
  await using shop = await openShop();
  await using browser = await launchBrowser();
  const url = `${shop.url}/rackets`;
  const { bytes, files } = await scriptWeight(url);
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  const requests: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith("data:")) requests.push(request.resourceType());
  });
  await page.goto(url, { waitUntil: "networkidle" });
  // Pictures further down are loaded when the page is scrolled towards them.
  for (let y = 0; y < 4_000; y += 500) await page.mouse.wheel(0, 500);
  await page.waitForLoadState("networkidle");
  const kinds = Object.entries(Object.groupBy(requests, (kind) => kind));
  return [
    {
      what: "JavaScript of a first visit to a browse page, gzip",
      against: "Sharetribe's web template, search page: 457 KB",
      ratio: bytes / SHARETRIBE_BYTES,
      budget: atMost(0.37, 0.27),
      figures: `${(bytes / 1024).toFixed(0)} KB in ${files} files`,
    },
    {
      what: "requests of one page view, pictures included",
      against: "NextFaster: about 103",
      ratio: requests.length / NEXTFASTER_REQUESTS,
      budget: atMost(35 / NEXTFASTER_REQUESTS, 20 / NEXTFASTER_REQUESTS),
      figures: `${requests.length} (at most 35, better 20): ${kinds.map(([kind, all]) => `${all?.length} ${kind}`).join(", ")}`,
    },
  ];
};
