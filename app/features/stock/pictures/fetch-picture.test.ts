import { setTimeout as delay } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { type AllowedHosts, PUBLIC_HOSTS } from "#app/platform/public-hosts.server.ts";
import { pictureFile } from "#tests/support/photos.ts";
import {
  closeHostsAfterwards,
  httpHost,
  httpsHost,
  type PictureHost,
  rawHost,
} from "#tests/support/picture-hosts.ts";
import { FETCH_LIMITS, fetchPicture } from "./fetch-picture.server.ts";

closeHostsAfterwards();

const { signal } = new AbortController();
let picture: Uint8Array<ArrayBuffer>;
beforeAll(async () => {
  picture = await pictureFile();
});

const named: Record<string, readonly string[]> = {};

/** PUBLIC_HOSTS, except that these hosts on loopback are allowed, and that host names resolve as in `named`. */
function allowing(...hosts: readonly PictureHost[]): AllowedHosts {
  return {
    refusal: (address, port) =>
      address === "127.0.0.1" && hosts.some((host) => host.port === port)
        ? null
        : PUBLIC_HOSTS.refusal(address, port),
    resolve: async (name) => named[name] ?? [],
    ...(hosts[0]?.ca && { ca: hosts[0].ca }),
  };
}

const faultOf = (address: string, ...more: [AllowedHosts?, typeof FETCH_LIMITS?]) =>
  fetchPicture(address, signal, ...more).then(
    () => "none",
    (error: { fault?: string }) => error.fault ?? String(error),
  );

const serving = (headers: Record<string, string> = {}) =>
  httpHost((_, answer) => answer.writeHead(200, headers).end(picture));

describe("a picture from another host", () => {
  test("is fetched unchanged, by a request with only the necessary headers", async () => {
    const seen: Record<string, unknown>[] = [];
    const host = await httpHost((request, answer) => {
      seen.push({ ...request.headers, url: request.url });
      answer.end(picture);
    });
    named["pictures.example.com"] = ["127.0.0.1"];
    const url = `http://pictures.example.com:${host.port}/a%20b.jpg?size=1#top`;
    expect(await fetchPicture(url, signal, allowing(host))).toEqual(picture);
    expect(seen).toEqual([
      {
        url: "/a%20b.jpg?size=1",
        host: `pictures.example.com:${host.port}`,
        accept: expect.stringContaining("image/jpeg"),
        "accept-encoding": "identity",
        "user-agent": expect.stringContaining("SecondServe"),
        connection: "close",
      },
    ]);
  });

  test("is fetched over https with a checked certificate, from the IP address that was checked [V12.3.2]", async () => {
    const host = await httpsHost("secure.example.com", (_, answer) => answer.end(picture));
    named["secure.example.com"] = ["127.0.0.1"];
    named["other.example.com"] = ["127.0.0.1"];
    const allowed = allowing(host);
    expect(await fetchPicture(`https://secure.example.com:${host.port}/`, signal, allowed)).toEqual(picture);
    expect(await faultOf(`https://other.example.com:${host.port}/`, allowed)).toBe("certificate");
    expect(await faultOf(`https://127.0.0.1:${host.port}/`, allowed)).toBe("certificate");
    const trustingNobody: AllowedHosts = { refusal: allowed.refusal, resolve: allowed.resolve };
    vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0");
    expect(await faultOf(`https://secure.example.com:${host.port}/`, trustingNobody)).toBe("certificate");
    vi.unstubAllEnvs();
  });

  test("is fetched through at most three redirects [V15.3.2]", async () => {
    const host = await httpHost((request, answer) => {
      const left = Number(request.url?.slice(1));
      if (left === 0) answer.end(picture);
      else answer.writeHead(left % 2 ? 302 : 308, { location: `/${left - 1}` }).end();
    });
    const allowed = allowing(host);
    expect(await fetchPicture(`${host.url}/3`, signal, allowed)).toEqual(picture);
    expect(await faultOf(`${host.url}/4`, allowed)).toBe("redirects");
    const loop = await httpHost((_, answer) => answer.writeHead(301, { location: "/" }).end());
    expect(await faultOf(loop.url, allowing(loop))).toBe("redirects");
    expect(loop.connections()).toBe(4);
  });
});

describe("the URL of a picture", () => {
  test.each([
    ["", "not_a_url"],
    ["racket.jpg", "not_a_url"],
    ["http://", "not_a_url"],
    ["http://[::1/", "not_a_url"],
    ["http://256.1.1.1/", "not_a_url"],
    ["file:///etc/passwd", "scheme"],
    ["ftp://example.com/a.jpg", "scheme"],
    ["data:image/png;base64,AAAA", "scheme"],
    ["javascript:alert(1)", "scheme"],
    ["gopher://127.0.0.1:11211/", "scheme"],
    ["http://me:secret@example.com/a.jpg", "credentials"],
    ["http://me@example.com/a.jpg", "credentials"],
    ["http://203.0.114.1:8080/a.jpg", "port"],
    ["http://203.0.114.1:22/a.jpg", "port"],
    ["https://203.0.114.1:6379/a.jpg", "port"],
  ])("%j is refused: %s", async (address, fault) => {
    expect(await faultOf(address)).toBe(fault);
  });

  test.each([
    ...["127.0.0.1", "127.1", "127.255.255.254", "2130706433", "0x7f000001", "0x7f.1", "0177.0.0.1"],
    ...["017700000001", "%31%32%37.0.0.1", "①②⑦.0.0.1", "127。0。0。1", "0.0.0.0", "0", "0.1.2.3"],
    ...["10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "169.254.169.254", "0xa9fea9fe"],
    ...["100.64.0.1", "100.127.255.255", "192.0.0.1", "192.0.2.1", "192.88.99.1", "198.18.0.1"],
    ...["198.51.100.1", "203.0.113.1", "224.0.0.1", "240.0.0.1", "255.255.255.255", "[::]", "[::1]"],
    ...["[0:0:0:0:0:0:0:1]", "[::127.0.0.1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]"],
    ...["[::ffff:10.0.0.1]", "[::ffff:0:127.0.0.1]", "[64:ff9b::127.0.0.1]", "[64:ff9b::8.8.8.8]"],
    ...["[64:ff9b:1::1]", "[2002:7f00:1::]", "[2002:808:808::]", "[2001::1]", "[2001:db8::1]"],
    ...["[3fff::1]", "[5f00::1]", "[100::1]", "[fc00::1]", "[fd12:3456::1]", "[fe80::1]", "[fec0::1]"],
    ...["[ff02::1]", "[4000::1]"],
  ])(
    "with an IP address that is not public is refused in every notation: %s [V1.3.6 V13.2.4 V13.2.5]",
    async (host) => {
      expect(await faultOf(`http://${host}/a.jpg`)).toBe("private_address");
      expect(await faultOf(`https://${host}:8443/a.jpg`)).toBe("private_address");
    },
  );

  test("with a public IP address is allowed; a text that is no IP address is refused", () => {
    for (const address of [
      "1.1.1.1",
      "203.0.114.1",
      "172.32.0.1",
      "2606:4700::1111",
      "2a00:1450::1",
      "::ffff:1.1.1.1",
    ]) {
      expect(PUBLIC_HOSTS.refusal(address, 443), address).toBeNull();
      expect(PUBLIC_HOSTS.refusal(address, 80), address).toBeNull();
    }
    for (const nonsense of ["", "localhost", "1.1", "fe80::1%eth0", "2606:4700::1111%1"])
      expect(PUBLIC_HOSTS.refusal(nonsense, 443), nonsense).toBe("private_address");
  });
});

describe("the host name of a picture", () => {
  test("that resolves to a private IP address is refused, even when only one of its IP addresses is private", async () => {
    const host = await serving();
    for (const inside of [
      "10.0.0.8",
      "::1",
      "::ffff:192.168.0.1",
      "169.254.169.254",
      "fd00::1",
      "nonsense",
    ]) {
      named["inside.example.com"] = [inside];
      expect(await faultOf("http://inside.example.com/", allowing(host)), inside).toBe("private_address");
      named["inside.example.com"] = ["127.0.0.1", inside];
      const mixed = `http://inside.example.com:${host.port}/`;
      expect(await faultOf(mixed, allowing(host)), inside).toBe("private_address");
    }
    expect(await faultOf("http://nowhere.example.com/", allowing(host))).toBe("unknown_host");
    expect(host.connections()).toBe(0);
  });

  test("is resolved once for a connection, so that a later DNS answer has no effect (DNS rebinding) [V1.3.6]", async () => {
    const [good, bad] = [await serving(), await serving()];
    const answers = [["127.0.0.1"], ["10.0.0.1"], ["127.0.0.2"]];
    const requested: string[] = [];
    const allowed: AllowedHosts = {
      ...allowing(good),
      async resolve(name) {
        requested.push(name);
        return answers[requested.length - 1] ?? ["10.0.0.1"];
      },
    };
    expect(await fetchPicture(`http://rebind.example.com:${good.port}/`, signal, allowed)).toEqual(picture);
    expect(requested).toEqual(["rebind.example.com"]);
    // The next request resolves the name again, and checks the result again.
    expect(await faultOf(`http://rebind.example.com:${good.port}/`, allowed)).toBe("private_address");
    expect([good.connections(), bad.connections()]).toEqual([1, 0]);
  });

  test("is resolved and checked again for a redirect to the same host", async () => {
    const host = await httpHost((_, answer) => answer.writeHead(302, { location: "/again" }).end());
    const answers = [["127.0.0.1"], ["192.168.0.1"]];
    const allowed: AllowedHosts = { ...allowing(host), resolve: async () => answers.shift() ?? [] };
    expect(await faultOf(`http://rebind.example.com:${host.port}/`, allowed)).toBe("private_address");
    expect(host.connections()).toBe(1);
  });

  test("that does not resolve in time is given up", async () => {
    const allowed: AllowedHosts = { ...PUBLIC_HOSTS, resolve: () => new Promise(() => {}) };
    expect(await faultOf("http://slow.example.com/", allowed, { ...FETCH_LIMITS, totalMs: 50 })).toBe(
      "timeout",
    );
  });
});

describe("a redirect of a picture's URL", () => {
  test.each([
    ["http://127.0.0.1:1/", "private_address"],
    ["//127.0.0.1:1/", "private_address"],
    ["http://0x7f.1/", "private_address"],
    ["http://[::1]/", "private_address"],
    ["http://169.254.169.254/latest/meta-data/", "private_address"],
    ["http://inside.example.com/", "private_address"],
    ["http://203.0.114.1:25/", "port"],
    ["file:///etc/passwd", "scheme"],
    ["gopher://127.0.0.1/", "scheme"],
    ["http://me:secret@203.0.114.1/", "credentials"],
    ["http://[", "not_a_url"],
    [undefined, "denied"],
  ])("to %s is refused: %s", async (location, fault) => {
    named["inside.example.com"] = ["10.1.2.3"];
    const inner = await serving();
    const host = await httpHost((_, answer) => answer.writeHead(302, location ? { location } : {}).end());
    expect(await faultOf(host.url, allowing(host))).toBe(fault);
    expect([host.connections(), inner.connections()]).toEqual([1, 0]);
  });

  test("from https to http is refused", async () => {
    const open = await serving();
    const host = await httpsHost("secure.example.com", (_, answer) =>
      answer.writeHead(302, { location: open.url }).end(),
    );
    named["secure.example.com"] = ["127.0.0.1"];
    expect(await faultOf(`https://secure.example.com:${host.port}/`, allowing(host, open))).toBe("downgrade");
    expect(open.connections()).toBe(0);
  });
});

describe("the response of a host", () => {
  const small = { ...FETCH_LIMITS, bytes: 100_000, totalMs: 10_000 };

  test.each([
    [404, "not_found"],
    [410, "not_found"],
    [401, "denied"],
    [403, "denied"],
    [204, "denied"],
    [206, "denied"],
    [300, "denied"],
    [429, "host_trouble"],
    [500, "host_trouble"],
    [503, "host_trouble"],
  ])("with status %i is the fault %s", async (status, fault) => {
    const host = await httpHost((_, answer) => answer.writeHead(status).end());
    expect(await faultOf(host.url, allowing(host))).toBe(fault);
  });

  test("with a Retry-After header makes a fault with the seconds to wait", async () => {
    const host = await httpHost((_, answer) => answer.writeHead(429, { "retry-after": "90" }).end());
    await expect(fetchPicture(host.url, signal, allowing(host))).rejects.toMatchObject({ retryAfter: 90 });
  });

  test("with a content-length that is too large is not read", async () => {
    const host = await httpHost((_, answer) =>
      answer.writeHead(200, { "content-length": "100001" }).write(picture),
    );
    expect(await faultOf(host.url, allowing(host), small)).toBe("too_large");
  });

  test("that never ends is read only up to the limit", async () => {
    let sent = 0;
    const host = await httpHost((_, answer) => {
      const more = () => {
        while (!answer.destroyed && answer.write(sent ? new Uint8Array(16_384) : picture)) sent += 16_384;
        if (!answer.destroyed) answer.once("drain", more);
      };
      more();
    });
    expect(await faultOf(host.url, allowing(host), small)).toBe("too_large");
    expect(sent).toBeLessThan(20_000_000);
  });

  test("that arrives too slowly is given up", async () => {
    const host = await httpHost(async (_, answer) => {
      answer.write(picture.subarray(0, 100));
      while (!answer.destroyed) {
        await delay(5);
        answer.write("x");
      }
    });
    expect(await faultOf(host.url, allowing(host), { ...small, totalMs: 200 })).toBe("timeout");
  });

  test("that never arrives, whose headers are too large, or that switches protocols, is given up", async () => {
    const silent = await rawHost(() => {});
    expect(await faultOf(silent.url, allowing(silent), { ...small, totalMs: 100 })).toBe("timeout");
    const heading = await rawHost((socket) => {
      socket.write("HTTP/1.1 200 OK\r\n");
      for (let n = 0; n < 1_000; n += 1) socket.write(`x-${n}: ${"y".repeat(100)}\r\n`);
    });
    expect(await faultOf(heading.url, allowing(heading), small)).toBe("unreachable");
    const other = await rawHost((socket) => {
      socket.write("HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n");
    });
    expect(await faultOf(other.url, allowing(other), small)).toBe("unreachable");
  });

  test("is given up when the TLS handshake never begins", async () => {
    const silent = await rawHost(() => {});
    const url = silent.url.replace("http:", "https:");
    expect(await faultOf(url, allowing(silent), { ...small, connectMs: 50 })).toBe("timeout");
  });

  test("is refused when it is shorter than its content-length, and read only that far when it is longer", async () => {
    const short = await rawHost((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${picture.length + 10}\r\n\r\n`);
      socket.end(picture);
    });
    expect(await faultOf(short.url, allowing(short), small)).toBe("unreachable");
    const long = await rawHost((socket) => {
      socket.write("HTTP/1.1 200 OK\r\ncontent-length: 70\r\n\r\n");
      socket.end(picture);
    });
    expect((await fetchPicture(long.url, signal, allowing(long), small)).length).toBe(70);
    const both = await rawHost((socket) => {
      socket.end("HTTP/1.1 200 OK\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n");
    });
    expect(await faultOf(both.url, allowing(both), small)).toBe("unreachable");
  });

  test("that is compressed is not decompressed", async () => {
    const bomb = gzipSync(new Uint8Array(50_000_000));
    const host = await httpHost((_, answer) =>
      answer.writeHead(200, { "content-encoding": "gzip" }).end(bomb),
    );
    expect(await faultOf(host.url, allowing(host), small)).toBe("encoded");
    // The same bytes without the header "content-encoding" are no picture.
    const liar = await httpHost((_, answer) =>
      answer.writeHead(200, { "content-type": "image/jpeg" }).end(bomb),
    );
    expect(await faultOf(liar.url, allowing(liar), small)).toBe("not_a_picture");
  });

  test.each([
    "",
    "<html>Sorry</html>",
    "<svg xmlns='http://www.w3.org/2000/svg'/>",
    `<html>${"x".repeat(500_000)}`,
  ])("that is no picture is refused, and not read to its end (%#)", async (text) => {
    const host = await httpHost((_, answer) =>
      answer.writeHead(200, { "content-type": "image/png" }).end(text),
    );
    expect(await faultOf(host.url, allowing(host), small)).toBe("not_a_picture");
  });

  test("is the fault unreachable when the host closes the connection, or sends something that is not HTTP", async () => {
    const closingHost = await rawHost((socket) => socket.destroy());
    expect(await faultOf(closingHost.url, allowing(closingHost), small)).toBe("unreachable");
    const nonsense = await rawHost((socket) => socket.end("hello\r\n\r\n"));
    expect(await faultOf(nonsense.url, allowing(nonsense), small)).toBe("unreachable");
  });

  test("is no longer awaited when the fetch is aborted; the fetch then rejects with the reason of the abort", async () => {
    const silent = await rawHost(() => {});
    const leaving = new AbortController();
    const fetched = fetchPicture(silent.url, leaving.signal, allowing(silent));
    leaving.abort(new Error("the server ends"));
    await expect(fetched).rejects.toThrow("the server ends");
  });
});
