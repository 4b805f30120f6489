// A request body that is too large is refused before it is parsed, and its sender can read the answer.
import { once } from "node:events";
import { connect } from "node:net";
import { describe, expect, test } from "vitest";
import { editPath, listingPath, sellPath } from "#app/domain/categories/paths.ts";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import routes from "#app/routes.ts";
import { addressesOf } from "#tests/support/routes.ts";
import { openShop } from "#tests/support/shop.ts";

const shop = openShop();

const MEGABYTE = 1024 * 1024;
const TEXT = "This is too much to send at once.";
const FORM = "application/x-www-form-urlencoded";
/** More fields than any form has. */
const FLOOD = "a&".repeat(10_000);

async function post(path: string, body: string, headers: Record<string, string> = {}): Promise<Response> {
  try {
    return await fetch(shop.server.url + path, {
      method: "POST",
      body,
      redirect: "manual",
      headers: { origin: shop.server.url, "content-type": FORM, ...headers },
    });
  } catch (cause) {
    throw new Error(`${path} was not answered: ${cause instanceof Error ? cause.cause : cause}`, { cause });
  }
}

describe("a body with a flood of fields", () => {
  // These endpoints authenticate before they read the file, so they may refuse a visitor before they answer with 413.
  const files = [
    ...["/photos", "/profile/picture", "/sell/business", "/sell/business/uploads"],
    ...CATEGORIES.flatMap((category) => [sellPath(category), editPath(listingPath(category, ":id"))]),
  ];

  test("is refused with 413 at every URL that takes no files, from a form and from a script", async () => {
    const addresses = new Set(addressesOf(await routes).map(({ address }) => address));
    expect(addresses).toContain("/auth");
    // The requests are sent concurrently, because each refusal is delayed for a moment.
    const requests = [...addresses].flatMap((address) => {
      const path = address.replace(/:\w+/g, "0198f000-0000-7000-8000-000000000000").replace("*", "nothing");
      return [path, path === "/" ? "/_root.data" : `${path}.data`].map(async (target) => {
        const answer = await post(target, FLOOD);
        return {
          target,
          takesFiles: files.includes(address),
          status: answer.status,
          text: await answer.text(),
        };
      });
    });
    for (const { target, takesFiles, status, text } of await Promise.all(requests)) {
      if (takesFiles) expect([202, 302, 401], target).toContain(status);
      else expect([status, text], target).toEqual([413, TEXT]);
    }
  });

  test("is refused in the language of its URL, and for a script as JSON", async () => {
    // Sent concurrently, because each refusal is delayed for a moment.
    const [dutch, answer] = await Promise.all([
      post("/nl/auth", FLOOD),
      post("/chat/rooms", FLOOD, { accept: "application/json" }),
    ]);
    expect(await dutch.text()).toBe("Dit is te veel om in één keer te versturen.");
    expect([answer.status, await answer.json()]).toEqual([413, { error: TEXT }]);
  });

  test("is refused with 414 when it is in the query string of the URL", async () => {
    const answer = await fetch(`${shop.server.url}/de/rackets?${"a&".repeat(2000)}`);
    expect([answer.status, await answer.text()]).toEqual([414, "Diese Adresse ist zu lang."]);
    expect((await fetch(`${shop.server.url}/rackets?${"brand=Wilson&".repeat(500)}`)).status).toBe(200);
  });
});

type Framing = "content-length" | "chunked";

/** Sends a whole body, then reads the answer until the connection ends. */
async function sendBeforeReading(path: string, bytes: number, framing: Framing): Promise<string> {
  const socket = connect(shop.server.port, "127.0.0.1").pause();
  await once(socket, "connect");
  const length = framing === "chunked" ? "transfer-encoding: chunked" : `content-length: ${bytes}`;
  const head = `host: 127.0.0.1:${shop.server.port}\r\norigin: ${shop.server.url}\r\n`;
  socket.write(`POST ${path} HTTP/1.1\r\n${head}content-type: ${FORM}\r\n${length}\r\n\r\n`);
  const piece = "a&".repeat(MEGABYTE / 2);
  const framed = framing === "chunked" ? `${piece.length.toString(16)}\r\n${piece}\r\n` : piece;
  for (let sent = 0; sent < bytes; sent += piece.length) {
    if (!socket.write(framed)) await once(socket, "drain");
  }
  if (framing === "chunked") socket.write("0\r\n\r\n");
  let response = "";
  for await (const part of socket) response += part;
  return response;
}

describe("a client that sends a whole large body before it reads", () => {
  test.each([
    ["/auth", "content-length", "413 Payload Too Large", TEXT],
    ["/auth", "chunked", "413 Payload Too Large", TEXT],
    ["/help", "chunked", "413 Payload Too Large", TEXT],
    ["/photos", "content-length", "401 Unauthorized", "Sign in again"],
    ["/sell/business", "content-length", "302 Found", "location: /auth"],
  ] as const)(
    "receives the answer of %s (%s) before the connection is closed",
    async (path, framing, status, text) => {
      const response = await sendBeforeReading(path, 20 * MEGABYTE, framing);
      expect(response).toMatch(new RegExp(`^HTTP/1.1 ${status}\r\n`));
      expect(response).toContain(text);
      expect(response).toMatch(/\r\nconnection: close\r\n/i);
    },
  );
});

test("a client that sends without end receives the answer, and its connection is closed", async () => {
  const socket = connect(shop.server.port, "127.0.0.1");
  const head = `host: 127.0.0.1:${shop.server.port}\r\norigin: ${shop.server.url}\r\ncontent-type: ${FORM}`;
  socket.write(`POST /auth HTTP/1.1\r\n${head}\r\ncontent-length: ${1024 * MEGABYTE}\r\n\r\n`);
  let response = "";
  socket.on("data", (part) => {
    response += part;
  });
  const closed = new Promise((resolve) => socket.on("error", resolve).on("close", resolve));
  const piece = Buffer.alloc(MEGABYTE, "a&");
  let open = true;
  closed.then(() => {
    open = false;
  });
  while (open) if (!socket.write(piece)) await Promise.race([closed, once(socket, "drain").catch(() => {})]);
  expect(response).toMatch(/^HTTP\/1.1 413 /);
  expect(response).toContain(TEXT);
  expect(socket.bytesWritten).toBeLessThan(512 * MEGABYTE);
});
