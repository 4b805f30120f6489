import { expect, test } from "vitest";
import { clientAddressBehind } from "./client-address.ts";

const OURS = ["127.0.0.1", "::1", "10.0.0.0/8", "fd00::/8"];

test.each([
  ["a client on the internet", "203.0.113.5", undefined, "203.0.113.5"],
  ["a stranger who sends forwarding headers", "203.0.113.5", "198.51.100.7", "203.0.113.5"],
  [
    "a machine on the same network that sends forwarding headers",
    "192.168.1.9",
    "198.51.100.7",
    "192.168.1.9",
  ],
  ["a proxy on the same machine", "127.0.0.1", "198.51.100.7", "198.51.100.7"],
  ["a list of addresses with a forged start", "10.0.0.2", "1.1.1.1, 198.51.100.7", "198.51.100.7"],
  ["two trusted proxies", "10.0.0.2", "198.51.100.7, 10.0.0.9", "198.51.100.7"],
  ["a person on this machine", "127.0.0.1", undefined, "127.0.0.1"],
  ["an IPv4 address written as IPv6", "::ffff:203.0.113.5", undefined, "203.0.113.5"],
  ["a proxy whose IPv4 address is written as IPv6", "::ffff:10.0.0.2", "::ffff:198.51.100.7", "198.51.100.7"],
  ["a proxy over IPv6", "fd00::2", "2001:db8::7", "2001:db8::7"],
  ["a proxy that appends ports", "10.0.0.2", "1.1.1.1, 198.51.100.7:4711", "198.51.100.7"],
  ["a proxy that appends ports over IPv6", "fd00::2", "1.1.1.1, [2001:db8::7]:4711", "2001:db8::7"],
  ["an IPv6 address in brackets", "fd00::2", "[2001:db8::7]", "2001:db8::7"],
  ["two proxies, one of which appends ports", "10.0.0.2", "198.51.100.7:4711, 10.0.0.9", "198.51.100.7"],
  [
    "a forged address before an entry that nobody can read",
    "10.0.0.2",
    "1.1.1.1, unknown, 10.0.0.9",
    "10.0.0.9",
  ],
  ["a list of addresses with nonsense", "127.0.0.1", "<script>, unknown", "127.0.0.1"],
  ["a number, which is no complete address", "127.0.0.1", "2130706433", "127.0.0.1"],
  ["a closed socket", undefined, "198.51.100.7", ""],
])("the client's IP address is found for %s", (_what, peer, forwardedFor, address) => {
  expect(clientAddressBehind(OURS)(peer, forwardedFor)).toBe(address);
});

test.each(["127.0.0.1", "10.0.0.2", "::1", "fd00::2"])(
  "X-Forwarded-For is ignored when its sender %s is not a trusted proxy [V4.1.3 V15.3.4]",
  (peer) => {
    expect(clientAddressBehind([])(peer, "198.51.100.7")).toBe(peer);
  },
);
