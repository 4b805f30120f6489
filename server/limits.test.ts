import { connect } from "node:net";
import { Hono } from "hono";
import { expect, test } from "vitest";
import { LOCAL, openHost } from "#tests/support/hosts.ts";
import { limitBodies } from "./limits.ts";

test.each([
  ["Content-Length: 100\r\n\r\nintent=sign-up&username=Anna"],
  ["Transfer-Encoding: chunked\r\n\r\nd\r\nusername=Anna\r\n"],
  ["Content-Length: 100\r\n\r\n"],
])("a form that is cut off reaches no route, so that it counts for no limit: %j", async (cutOff) => {
  const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<number>()];
  const reached: string[] = [];
  const app = new Hono()
    .use(async (c, next) => {
      begun.resolve();
      await next();
      ended.resolve(c.res.status);
    })
    .use(limitBodies)
    .all("*", (c) => {
      reached.push(c.req.path);
      return c.text("");
    });
  const { port } = await openHost(LOCAL, (request) => app.fetch(request));
  const client = connect(port, "127.0.0.1");
  client.write(
    `POST /auth HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/x-www-form-urlencoded\r\n${cutOff}`,
  );
  await begun.promise;
  client.destroy();
  expect(await ended.promise).toBe(400);
  expect(reached).toEqual([]);
});
