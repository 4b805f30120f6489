import { redirect, type ServerBuild } from "react-router";
import { expect, test } from "vitest";
import { DatabaseUnavailable } from "./database-unavailable.server.ts";
import { answeringErrors } from "./error-answers.server.ts";
import { inRequest, type RequestContext } from "./request-context.server.ts";

/** What a loader's error becomes, in a request that lost a connection to the database before. */
async function answerAfterOutage(thrown: unknown): Promise<unknown> {
  const loader = () => {
    throw thrown;
  };
  const routes = { page: { id: "page", path: "page", module: { default: () => null, loader } } };
  const { page } = answeringErrors(routes as unknown as ServerBuild["routes"]);
  const answering = page?.module.loader as ((args: unknown) => unknown) | undefined;
  const outage = new DatabaseUnavailable("ECONNREFUSED");
  const context: RequestContext = { id: "r1", locale: "en-GB", outage };
  const args = { request: new Request("https://shop.example/page") };
  return inRequest(context, async () => {
    try {
      return await answering?.(args);
    } catch (error) {
      return error;
    }
  });
}

test("during an outage of the database any error becomes 503, because libraries wrap it in their own", async () => {
  expect(await answerAfterOutage(new Error("no session"))).toMatchObject({ init: { status: 503 } });
});

test("a redirect stays a redirect when its loader recovered from an outage", async () => {
  const sent = redirect("/", { headers: { "set-cookie": "session=1" } });
  expect(await answerAfterOutage(sent)).toBe(sent);
});

test("a page does not have the length of what its action answered, or the rest of it would be the next answer", () => {
  const routes = { page: { id: "page", path: "page", module: { default: () => null } } };
  const { page } = answeringErrors(routes as unknown as ServerBuild["routes"]);
  const headersOf = page?.module.headers as (args: Record<string, Headers>) => Headers;
  const none = new Headers();
  const actionHeaders = new Headers({
    "content-length": "2",
    "content-encoding": "gzip",
    "retry-after": "10",
  });
  const sent = headersOf({ actionHeaders, loaderHeaders: none, parentHeaders: none });
  expect([...sent]).toEqual([["retry-after", "10"]]);
});
