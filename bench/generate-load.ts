// A process that requests pages. Reads a `Load` as JSON, and prints a `Loaded`.
import { json } from "node:stream/consumers";
import autocannon from "autocannon";
import type { Load, Loaded } from "./load.ts";

const wanted = (await json(process.stdin)) as Load;
const { url, paths, unique, headers, formBytes, status = 200, connections, rate, seconds } = wanted;
/** URLs repeat after this many. Each load begins at a random one, so that two loads rarely share URLs. */
const ADDRESSES = unique ? paths.length * 7 * 97 : paths.length;
let count = Math.floor(Math.random() * ADDRESSES);

const { statusCodeStats, errors, resets } = await autocannon({
  url,
  connections,
  duration: seconds,
  ...(rate !== undefined && { overallRate: rate }),
  ...(formBytes && { method: "POST", body: Buffer.alloc(formBytes, "a&") }),
  requests: [
    {
      setupRequest(request) {
        const nth = count++;
        const path = paths[nth % paths.length] ?? "/";
        // Each request has another client IP address, so that each client stays below the shop's rate limits.
        const visitor = `10.${(nth >> 16) & 255}.${(nth >> 8) & 255}.${nth & 255}`;
        return {
          ...request,
          headers: { ...headers, "x-forwarded-for": visitor },
          path: unique ? `${path}&minPrice=${(nth % 7) * 5}&maxSwingweight=${449 - (nth % 97)}` : path,
        };
      },
    },
  ],
});
const answers = statusCodeStats[status]?.count ?? 0;
const all = Object.values(statusCodeStats).reduce((sum, { count }) => sum + count, 0);
// The server closes the connection of a form that it refuses, but autocannon sends its next request on it.
const broken = formBytes ? 0 : errors + resets;
const loaded: Loaded = { answers, failed: all - answers + broken };
console.log(JSON.stringify(loaded));
