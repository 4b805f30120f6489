// A process that requests pages. Takes a `Load` as JSON, and prints its results as a line of JSON.
import autocannon from "autocannon";
import type { Load, Loaded } from "./load-test.ts";

const { url, paths, repeated, headers, connections, seconds } = JSON.parse(process.argv[2] ?? "") as Load;
/** URLs repeat after this many. Each load begins at a random one, so that two loads rarely share URLs. */
const ADDRESSES = paths.length * 7 * 97;
let count = repeated ? 0 : Math.floor(Math.random() * ADDRESSES);

/** The IP address of a visitor: one of 2^24. */
function visitorOf(nth: number): string {
  return `10.${(nth >> 16) & 255}.${(nth >> 8) & 255}.${nth & 255}`;
}

const result = await autocannon({
  url,
  connections,
  duration: seconds,
  requests: [
    {
      setupRequest(request) {
        const nth = count++;
        const path = paths[nth % paths.length] ?? "/";
        return {
          ...request,
          // Each request has another client IP address, so that each client stays below the shop's rate limits.
          headers: { ...headers, "x-forwarded-for": visitorOf(nth) },
          path: repeated ? path : `${path}&minPrice=${(nth % 7) * 5}&maxSwingweight=${449 - (nth % 97)}`,
        };
      },
    },
  ],
});
const loaded: Loaded = {
  perSecond: result.requests.average,
  failed: result.non2xx + result.errors + result.resets,
};
console.log(JSON.stringify(loaded));
process.exit(0);
