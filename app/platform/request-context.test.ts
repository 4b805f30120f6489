import { expect, test } from "vitest";
import { isFromThisMachine } from "./request-context.server.ts";

function requestFrom(address: string, headers: Record<string, string> = {}, host = "127.0.0.1:3000") {
  return new Request(`http://${host}/metrics`, { headers: { "x-client-ip": address, ...headers } });
}

test.each(["127.0.0.1", "127.3.2.1", "::1"])("%s is this machine", (address) => {
  expect(isFromThisMachine(requestFrom(address))).toBe(true);
  expect(isFromThisMachine(requestFrom(address, {}, "localhost"))).toBe(true);
  expect(isFromThisMachine(requestFrom(address, {}, "[::1]:3000"))).toBe(true);
});

test.each(["203.0.113.9", "10.0.0.2", "172.17.0.1", "fd00::2", ""])("%j is not this machine", (address) => {
  expect(isFromThisMachine(requestFrom(address))).toBe(false);
});

test.each([
  "Forwarded",
  "Via",
  "X-Forwarded-For",
  "X-Forwarded-Proto",
  "X-Real-IP",
  "X-Original-Host",
  "X-Cluster-Client-IP",
  "True-Client-IP",
  "CF-Connecting-IP",
  "CDN-Loop",
])("a request through a proxy on this machine, with %s, comes from elsewhere", (name) => {
  expect(isFromThisMachine(requestFrom("127.0.0.1", { [name]: "127.0.0.1" }))).toBe(false);
});

test("a request for another host name comes from elsewhere, as with a proxy that adds no headers", () => {
  expect(isFromThisMachine(requestFrom("127.0.0.1", {}, "shop.example"))).toBe(false);
});
