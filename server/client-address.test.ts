import { expect, test } from "vitest";
import { clientAddress } from "./client-address.ts";

test.each([
  ["straight from the internet", "203.0.113.5", undefined, "203.0.113.5"],
  ["a stranger who claims to forward", "203.0.113.5", "198.51.100.7", "203.0.113.5"],
  ["a proxy beside the server", "127.0.0.1", "198.51.100.7", "198.51.100.7"],
  ["an invented start of the list", "10.0.0.2", "1.1.1.1, 198.51.100.7", "198.51.100.7"],
  ["two proxies of ours", "10.0.0.2", "198.51.100.7, 10.0.0.9", "198.51.100.7"],
  ["a person on this machine", "127.0.0.1", undefined, "127.0.0.1"],
  ["an IPv4 address written as IPv6", "::ffff:203.0.113.5", undefined, "203.0.113.5"],
  ["a proxy over IPv6", "::1", "2001:db8::7", "2001:db8::7"],
  ["nonsense in the list", "127.0.0.1", "<script>, unknown", "127.0.0.1"],
  ["a closed socket", undefined, "198.51.100.7", ""],
])("%s", (_what, peer, forwardedFor, address) => {
  expect(clientAddress(peer, forwardedFor)).toBe(address);
});
