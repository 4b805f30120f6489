import { Agent, request } from "node:http";
import { connect } from "node:net";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { expect, test } from "vitest";
import { LOCAL, openHost, sendRequest } from "#tests/support/hosts.ts";

/** Longer than these tests take. */
const LONG = { grace: 60_000, listener: 60_000, requests: 60_000, last: 60_000 };

function agent(): Agent {
  return new Agent({ keepAlive: true, maxSockets: 1 });
}

test("a keep-alive connection gets one more answer that closes it; then the port is closed", async () => {
  const { host, port } = await openHost(LOCAL);
  const keepAlive = { agent: agent() };
  expect((await sendRequest(port, "/rackets", keepAlive)).headers.connection).toBe("keep-alive");
  const drained = host.drain(LONG);
  const last = await sendRequest(port, "/cart", { ...keepAlive, method: "POST" }, "a form");
  expect([last.status, last.body, last.headers.connection]).toEqual([200, "/cart", "close"]);
  await drained;
  await expect(sendRequest(port, "/rackets", keepAlive)).rejects.toMatchObject({ code: "ECONNREFUSED" });
});

test("a new connection during the stop is answered, and /readyz tells load balancers that the server is not ready", async () => {
  const { host, port } = await openHost(LOCAL);
  const keepAlive = { agent: agent() };
  await sendRequest(port, "/rackets", keepAlive);
  expect((await sendRequest(port, "/readyz")).status).toBe(200);
  const drained = host.drain(LONG);
  expect((await sendRequest(port, "/rackets")).headers.connection).toBe("close");
  const ready = await sendRequest(port, "/readyz");
  expect([ready.status, ready.headers.connection]).toEqual([503, "close"]);
  await sendRequest(port, "/rackets", keepAlive);
  await drained;
});

test("a request in progress is answered, and its connection closed", async () => {
  const received = Promise.withResolvers<void>();
  const appAnswer = Promise.withResolvers<Response>();
  const { host, port } = await openHost(LOCAL, () => {
    received.resolve();
    return appAnswer.promise;
  });
  const answer = sendRequest(port, "/rackets", { agent: agent() });
  await received.promise;
  const drained = host.drain({ ...LONG, listener: 0 });
  appAnswer.resolve(new Response("late"));
  expect(await answer).toMatchObject({ status: 200, body: "late", headers: { connection: "close" } });
  await drained;
});

test("an idle connection is closed after the grace period", async () => {
  const { host, port } = await openHost(LOCAL);
  const keepAlive = agent();
  await sendRequest(port, "/rackets", { agent: keepAlive });
  const [socket] = Object.values(keepAlive.freeSockets).flatMap((sockets) => sockets ?? []);
  const closed = new Promise((resolve) => socket?.once("close", resolve));
  await host.drain({ ...LONG, grace: 0 });
  await closed;
});

test("a connection that was just opened can still send its request", async () => {
  const { host, port } = await openHost(LOCAL);
  const accepted = new Promise((resolve) => host.server.once("connection", resolve));
  const socket = connect(port, "127.0.0.1");
  await accepted;
  const drained = host.drain({ ...LONG, grace: 0 });
  const closed = new Promise((resolve) => host.server.once("close", resolve));
  let text = "";
  socket.setEncoding("utf8").on("data", (part) => {
    text += part;
  });
  socket.write("GET /rackets HTTP/1.1\r\nHost: localhost\r\n\r\n");
  await new Promise((resolve) => socket.once("close", resolve));
  expect(text).toMatch(/^HTTP\/1.1 200 [\s\S]*\/rackets$/);
  await Promise.all([drained, closed]);
});

test("an event stream does not delay the stop", async () => {
  const { host, port } = await openHost(LOCAL, (_asked, { outgoing }) => {
    outgoing.writeHead(200, { "content-type": "text/event-stream" });
    outgoing.flushHeaders();
    if (RESPONSE_ALREADY_SENT.body) throw new Error("What was sent already has no body.");
    return RESPONSE_ALREADY_SENT;
  });
  const stream = request({ port, host: "127.0.0.1", path: "/events" });
  const started = new Promise((resolve) => stream.once("response", resolve));
  stream.on("error", () => {}).end();
  await started;
  await host.drain(LONG);
});

test("an upload that does not end in time is answered with 503 while it is still being sent", async () => {
  const received = Promise.withResolvers<void>();
  const { host, port } = await openHost(LOCAL, async (upload) => {
    received.resolve();
    return new Response(await upload.text());
  });
  const sent = request({ port, host: "127.0.0.1", method: "POST", path: "/photos" });
  sent.on("error", () => {});
  const answer = new Promise<{ status: number | undefined; body: string; again: unknown }>((resolve) => {
    sent.once("response", async (response) => {
      const body = (await response.toArray()).join("");
      resolve({ status: response.statusCode, body, again: response.headers["retry-after"] });
    });
  });
  const sending = setInterval(() => sent.write("x".repeat(100_000)), 5);
  await received.promise;
  await host.drain({ ...LONG, listener: 0, requests: 0 });
  expect(await answer).toEqual({
    status: 503,
    body: "The shop is restarting. Please try again in a moment.",
    again: "5",
  });
  clearInterval(sending);
  sent.destroy();
});
