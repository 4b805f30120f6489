import { Agent, type IncomingHttpHeaders, request } from "node:http";
import { afterEach, expect, test } from "vitest";
import { startPrepared } from "#tests/support/prepared-data.ts";
import type { TestServer } from "#tests/support/server.ts";

const servers: TestServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
});

async function running(): Promise<TestServer> {
  const server = await startPrepared();
  servers.push(server);
  return server;
}

/** `again` is whether the connection may be used for another request. */
type Outcome = { status: number; again: boolean };

/**
 * Sends one request on the agent's only connection. Returns "closed" if the server no longer accepts connections, and
 * "broken" if the connection breaks before the answer is complete.
 */
function ask(
  server: TestServer,
  agent: Agent,
  path: string,
  form?: string,
): Promise<Outcome | "closed" | "broken"> {
  return new Promise((resolve) => {
    const headers: IncomingHttpHeaders =
      form === undefined
        ? {}
        : {
            origin: server.url,
            "content-type": "application/x-www-form-urlencoded",
            "content-length": String(form.length),
          };
    const method = form === undefined ? "GET" : "POST";
    const outgoing = request(server.url + path, { agent, method, headers }, (answer) => {
      answer.resume();
      answer.once("error", () => resolve("broken"));
      answer.once("end", () =>
        resolve({ status: answer.statusCode ?? 0, again: answer.headers.connection !== "close" }),
      );
    });
    outgoing.once("error", (error: NodeJS.ErrnoException) =>
      resolve(error.code === "ECONNREFUSED" ? "closed" : "broken"),
    );
    outgoing.end(form);
  });
}

const REQUESTS: readonly [path: string, form?: string][] = [
  ["/rackets"],
  ["/sign-out", "scope=local"],
  ["/robots.txt"],
  ["/auth", "intent=sign-in&identifier=nobody&password=nothing"],
  ["/healthz"],
  ["/cart", "intent=clear"],
];

const CLIENTS = 24;
const STOPS = 3;

test(`${STOPS} stops under load break no request of ${CLIENTS} clients with keep-alive connections`, async () => {
  for (let stop = 0; stop < STOPS; stop += 1) {
    const server = await running();
    const agents = Array.from({ length: CLIENTS }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
    const warm = Promise.withResolvers<void>();
    let [answered, ended] = [0, 0];
    const outcomes = await Promise.all([
      ...agents.map(async (agent, client) => {
        const seen: (Outcome | "broken")[] = [];
        for (let n = client; ; n += 1) {
          const [path, form] = REQUESTS[n % REQUESTS.length] ?? ["/"];
          const outcome = await ask(server, agent, path, form);
          if (outcome === "closed") return seen;
          seen.push(outcome);
          if (outcome === "broken") {
            // Otherwise the server would not be stopped when all clients break early.
            warm.resolve();
            return seen;
          }
          answered += 1;
          if (!outcome.again) ended += 1;
          if (answered === CLIENTS * 20) warm.resolve();
        }
      }),
      warm.promise.then(() => {
        server.child.kill("SIGTERM");
        return [];
      }),
    ]);
    expect(await server.ended).toBe(0);
    // No line of the log is a warning or an error.
    expect(
      server
        .output()
        .split("\n")
        .filter((line) => line.startsWith("{")),
    ).toEqual([]);
    const all = outcomes.flat();
    expect(all.filter((outcome) => outcome === "broken")).toEqual([]);
    expect(all.filter((outcome) => outcome !== "broken" && outcome.status === 500)).toEqual([]);
    expect(ended).toBeGreaterThanOrEqual(CLIENTS);
    for (const agent of agents) agent.destroy();
  }
}, 300_000);
