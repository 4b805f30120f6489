import { beforeAll, describe, expect, test } from "vitest";
import { configure, parseEnv } from "#app/platform/env.server.ts";
import { PUBLIC_HOSTS } from "#app/platform/public-hosts.server.ts";
import { closeHostsAfterwards } from "#tests/support/picture-hosts.ts";
import { decrypted, type PushService, pushService } from "#tests/support/push-service.ts";
import { publicPushKey } from "./keys.server.ts";
import { type PushPayload, sendPush } from "./send.server.ts";

closeHostsAfterwards();

const { signal } = new AbortController();
const NOTE: PushPayload = {
  tag: "/messages/1",
  title: "Anna",
  text: "Is it still for sale? 🎾",
  path: "/nl/messages/1",
  lang: "nl",
  always: false,
  current: [],
};
const withSecret = (letter: string, more: Record<string, string> = {}) =>
  configure(parseEnv({ BASE_URL: "https://shop.example", AUTH_SECRET: letter.repeat(32), ...more }));

let service: PushService;
beforeAll(async () => {
  withSecret("x");
  service = await pushService(publicPushKey);
});

test("the browser of the tests decrypts the example of RFC 8291", () => {
  const body =
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN";
  const keys = {
    privateKey: "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94",
    p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    auth: "BTBZMqHH6r4Tts7J_aSIgg",
  };
  expect(decrypted(Buffer.from(body, "base64url"), keys)).toBe("When I grow up, I want to be a watermelon");
});

describe("the key of the server", () => {
  test("is the same for the same secret, and another for another", () => {
    const key = publicPushKey();
    expect(Buffer.from(key, "base64url")).toHaveLength(65);
    withSecret("y");
    expect(publicPushKey()).not.toBe(key);
    withSecret("x");
    expect(publicPushKey()).toBe(key);
  });
});

describe("a message to a push service", () => {
  test("is encrypted for the browser, and signed by the key of the server", async () => {
    const browser = service.subscribe();
    expect(await sendPush(browser, NOTE, signal, service.allowed)).toEqual({ outcome: "sent" });
    expect(browser.received).toMatchObject([{ payload: NOTE, headers: { urgency: "high" } }]);
  });

  test("has the same length for all short texts, and replaces an earlier one about the same", async () => {
    const browser = service.subscribe();
    await sendPush(browser, { ...NOTE, text: "x" }, signal, service.allowed);
    await sendPush(browser, { ...NOTE, text: "x".repeat(500) }, signal, service.allowed);
    await sendPush(browser, { ...NOTE, tag: "other" }, signal, service.allowed);
    const [first, second, third] = browser.received;
    expect(second?.bytes).toBe(first?.bytes);
    expect(second?.headers.topic).toBe(first?.headers.topic);
    expect(third?.headers.topic).not.toBe(first?.headers.topic);
  });

  test("says whom to ask", async () => {
    withSecret("x", { SUPPORT_EMAIL: "help@shop.example" });
    const browser = service.subscribe();
    await sendPush(browser, NOTE, signal, service.allowed);
    const [, claims = ""] = browser.received[0]?.headers.authorization?.split(".") ?? [];
    expect(JSON.parse(Buffer.from(claims, "base64url").toString()).sub).toBe("mailto:help@shop.example");
  });

  test.each([
    [{ status: 201 }, { outcome: "sent" }],
    [{ status: 404 }, { outcome: "gone" }],
    [{ status: 410 }, { outcome: "gone" }],
    [
      { status: 429, headers: { "retry-after": "120" } },
      { outcome: "later", seconds: 120 },
    ],
    [{ status: 503 }, { outcome: "later", seconds: 0 }],
    [{ status: 403 }, { outcome: "refused", status: 403 }],
    [
      { status: 307, headers: { location: "https://elsewhere.example/" } },
      { outcome: "refused", status: 307 },
    ],
  ])("that is answered with %o is %o", async (answer, outcome) => {
    const browser = service.subscribe();
    browser.answers.push(answer);
    expect(await sendPush(browser, NOTE, signal, service.allowed)).toEqual(outcome);
  });

  test("is not sent to a private address, also if a name leads there [V1.3.6]", async () => {
    const browser = service.subscribe("internal.example.com");
    expect(await sendPush(browser, NOTE, signal, service.allowed)).toEqual({ outcome: "later", seconds: 0 });
    const loopback = { ...browser, endpoint: "https://127.0.0.1/push" };
    expect(await sendPush(loopback, NOTE, signal, PUBLIC_HOSTS)).toEqual({ outcome: "later", seconds: 0 });
    expect(browser.received).toEqual([]);
  });

  test("is tried again when the certificate is not that of the host, or the server stops", async () => {
    const browser = service.subscribe();
    const { ca: _, ...distrusting } = service.allowed;
    expect(await sendPush(browser, NOTE, signal, distrusting)).toEqual({ outcome: "later", seconds: 0 });
    const stopping = AbortSignal.abort(new Error("stop"));
    await expect(sendPush(browser, NOTE, stopping, service.allowed)).rejects.toThrow("stop");
    expect(browser.received).toEqual([]);
  });
});
