// A process that floods a server with form fields. Takes a `Flood` as JSON, and prints its results as a line of JSON.
import { once } from "node:events";
import { Agent, request } from "node:http";
import type { Flood, Flooded } from "./parts/flood.ts";

const { url, senders, bytes, seconds } = JSON.parse(process.argv[2] ?? "") as Flood;
const BODY = Buffer.alloc(bytes, "a&");
const end = performance.now() + seconds * 1_000;
const agent = new Agent({ keepAlive: true });
let refused = 0;
let failed = 0;

async function send(): Promise<void> {
  const headers = {
    origin: new URL(url).origin,
    "content-type": "application/x-www-form-urlencoded",
    "content-length": BODY.length,
  };
  const sending = request(url, { method: "POST", agent, headers });
  sending.end(BODY);
  const [answer] = await once(sending, "response");
  answer.resume();
  await once(answer, "end");
  if (answer.statusCode === 413) refused++;
  else failed++;
}

await Promise.all(
  Array.from({ length: senders }, async () => {
    while (performance.now() < end) await send();
  }),
);
const result: Flooded = { refused, failed };
console.log(JSON.stringify(result));
process.exit(0);
