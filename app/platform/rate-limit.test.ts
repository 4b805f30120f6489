import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { secondsToWaitInMemory } from "./rate-limit.server.ts";
import { inRequest, type RequestContext } from "./request-context.server.ts";

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

async function lookUp(client: string): Promise<WeakRef<RequestContext>> {
  const context: RequestContext = { id: client, locale: "en-GB" };
  await inRequest(context, () => secondsToWaitInMemory("browse_client", client));
  return new WeakRef(context);
}

test("a rate limit in memory keeps no request that it counted", async () => {
  const requests = await Promise.all(["a", "b", "c"].map(lookUp));
  // A WeakRef keeps its target until the end of the current task.
  await new Promise((resolve) => setTimeout(resolve));
  collectGarbage();
  expect(requests.map((request) => request.deref())).toEqual([undefined, undefined, undefined]);
});
