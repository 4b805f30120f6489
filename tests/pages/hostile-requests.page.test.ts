import { readFileSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { describe, expect, test } from "vitest";
import routes from "#app/routes.ts";
import { openShop } from "#tests/support/shop.ts";

const shop = openShop();

/** The URL paths of all routes with an action, with values in place of their parameters. */
function addresses(entries: readonly RouteConfigEntry[], parent = ""): string[] {
  return entries.flatMap(({ path = "", file, children = [] }) => {
    const whole = path.startsWith("/") ? path : `${parent}/${path}`.replace(/\/+$/, "");
    const hasAction = /export (async function|function|const) action\b/.test(
      readFileSync(`app/${file}`, "utf8"),
    );
    return [...(hasAction ? [filled(whole)] : []), ...addresses(children, whole)];
  });
}

function filled(path: string): string {
  return (
    path
      .replace(/:type\b/g, "racket")
      .replace(/:[a-zA-Z]+\??/g, "1")
      .replace("*", "callback/google") || "/"
  );
}

/**
 * Accepts forms from any site, like Apple's callback (`server/app.ts`), because mail programs send no Origin header. A
 * token identifies the person, and cookies are ignored.
 */
const OPEN = "/mail/unsubscribe";

const ACTIONS = addresses(routes).filter((path) => path !== OPEN);

type Sent = { path: string; method?: string; headers?: Record<string, string>; body?: string };

/** Sends a request with headers that fetch() does not allow, such as Host. */
function send({
  path,
  method = "GET",
  headers,
  body,
}: Sent): Promise<{ answer: IncomingMessage; text: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(shop.server.url + path, { method, headers }, (answer) => {
      let text = "";
      answer.setEncoding("utf8");
      answer.on("data", (part: string) => {
        text += part;
      });
      answer.on("end", () => resolve({ answer, text }));
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

describe("a form from another site", () => {
  test("is tried at more than twenty URLs with an action", () => {
    expect(ACTIONS.length).toBeGreaterThan(20);
    expect(ACTIONS).toContain("/profile/security/password");
    expect(ACTIONS).toContain("/sign-out");
  });

  const TYPES = [
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "text/plain",
  ] as const;
  const origins = () => ["https://evil.example", "null", `${shop.server.url}.evil.example`] as const;

  async function expectRefused(address: string, origin: string, type: string): Promise<void> {
    const headers = { origin, "content-type": type, "sec-fetch-site": "cross-site" };
    const { answer } = await send({ path: address, method: "POST", headers, body: "a=b" });
    expect({ address, origin, type, status: answer.statusCode }).toMatchObject({ status: 403 });
  }

  test.each(ACTIONS)("is refused at %s, also as .data and in Dutch [V3.3.2 V3.5.1]", async (path) => {
    const [evil] = origins();
    for (const address of [path, `${path}.data`, `/nl${path}`]) await expectRefused(address, evil, TYPES[0]);
  });

  test("is refused from each kind of other origin, with each content type of forms [V3.5.2]", async () => {
    for (const origin of origins())
      for (const type of TYPES) await expectRefused("/profile/security/password", origin, type);
  });

  test("is not refused at /mail/unsubscribe, which answers with 410 when the token is missing", async () => {
    const headers = { origin: "https://evil.example", "content-type": "application/x-www-form-urlencoded" };
    const body = "List-Unsubscribe=One-Click";
    const { answer } = await send({ path: OPEN, method: "POST", headers, body });
    expect(answer.statusCode).toBe(410);
  });

  test("is refused when it has neither an Origin nor a Sec-Fetch-Site header", async () => {
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const { answer } = await send({ path: "/sign-out", method: "POST", headers, body: "scope=global" });
    expect(answer.statusCode).toBe(403);
  });
});

describe("a forged host", () => {
  // The headers of a proxy. The server must ignore them, because this machine is not in TRUSTED_PROXIES.
  const ELSEWHERE = {
    "x-forwarded-host": "evil.example",
    "x-forwarded-proto": "https",
    forwarded: "host=evil.example",
  };

  test.each(["/", "/auth", "/auth?mode=signup", "/profile", "/profile/security", "/sell/new"])(
    "in a proxy's header is ignored in redirects and in the page: %s",
    async (path) => {
      const { answer, text } = await send({ path, headers: ELSEWHERE });
      expect(answer.statusCode).toBeLessThan(400);
      expect(JSON.stringify(answer.headers)).not.toContain("evil.example");
      expect(text).not.toContain("evil.example");
    },
  );

  test("in the Host header is refused", async () => {
    const { answer, text } = await send({ path: "/", headers: { host: "evil.example" } });
    expect(answer.statusCode).toBe(421);
    expect(text).not.toContain("evil.example");
  });

  test("is not put into a cached page", async () => {
    await send({ path: "/rackets", headers: ELSEWHERE });
    const { text } = await send({ path: "/rackets" });
    expect(text).not.toContain("evil.example");
    expect(text).toContain(`${shop.server.url}/rackets`);
  });
});
