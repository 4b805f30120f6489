import { connect, type Socket } from "node:net";
import { afterEach, expect, test } from "vitest";
import { startPrepared } from "#tests/support/prepared-data.ts";
import type { TestServer } from "#tests/support/server.ts";

let server: TestServer | undefined;
let clients: Socket[] = [];
afterEach(async () => {
  for (const client of clients) client.destroy();
  await server?.stop();
});

test.each([
  [256, 192],
  [128, 64],
])(
  "with %i descriptors, connections above %i are closed at once, which the log says once; the others are served, and later ones again",
  async (descriptors, most) => {
    server = await startPrepared({ descriptors });
    const { url, port, output } = server;
    const page = () => fetch(`${url}/rackets`).then(({ status }) => status, String);
    let closed = 0;
    clients = Array.from({ length: 300 }, () =>
      connect(port, "127.0.0.1")
        .on("error", () => {})
        .once("close", () => (closed += 1)),
    );
    for (const client of clients) client.resume();
    await expect.poll(() => closed).toBe(300 - most);
    expect(await page()).toBe("TypeError: fetch failed");
    const served = clients.filter(({ destroyed }) => !destroyed);
    // None from the cache: each needs the database.
    const ask = async (client: Socket, n: number) => {
      client.write(`GET /rackets?q=${n} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`);
      return (await client.setEncoding("utf8").toArray()).join("").slice(0, 12);
    };
    // As many at once as there are connections to the database. More may be turned away on a busy machine.
    for (let first = 0; first < 50; first += 10) {
      const answers = served.slice(first, first + 10).map((client, nth) => ask(client, first + nth));
      expect(new Set(await Promise.all(answers))).toEqual(new Set(["HTTP/1.1 200"]));
    }
    for (const client of served) client.destroy();
    await expect.poll(page).toBe(200);
    expect(output().match(/Connections are closed at once/g)).toHaveLength(1);
  },
);
