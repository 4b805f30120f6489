import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/**
 * Returns a function that tells whether an IP address is one of these.
 * @param trusted IP addresses and CIDR ranges
 */
export function addressesIn(trusted: readonly string[]): (address: string) => boolean {
  const ranges = trusted.map(rangeOf);
  const isIn = (address: string) => {
    const parsed = ipaddr.parse(address);
    return ranges.some(([range, bits]) => parsed.kind() === range.kind() && parsed.match(range, bits));
  };
  // All requests of a proxy come from one address.
  let last = { address: "", isIn: false };
  return (address) => {
    if (address !== last.address) last = { address, isIn: isIn(address) };
    return last.isIn;
  };
}

/**
 * Returns a function that finds the IP address of a client: the last one in X-Forwarded-For that is not `trusted`, if
 * the connection comes from a `trusted` address; otherwise the address of the connection. Clients can send the header,
 * and proxies append to it. So nothing before an entry that is no IP address counts.
 * @param trusted IP addresses and CIDR ranges
 */
export function clientAddressBehind(
  trusted: readonly string[],
): (peer: string | undefined, forwardedFor: string | undefined) => string {
  const isTrustedPeer = addressesIn(trusted);
  const isTrusted = addressesIn(trusted);
  return (peer, forwardedFor) => {
    const entries = (forwardedFor ?? "").split(",");
    let address = plain(peer ?? "");
    for (let isNext = isTrustedPeer; address !== undefined && isNext(address); isNext = isTrusted) {
      const before = plain(withoutPort(entries.pop()?.trim() ?? ""));
      if (before === undefined) break;
      address = before;
    }
    return address ?? "";
  };
}

function rangeOf(text: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  if (text.includes("/")) return ipaddr.parseCIDR(text);
  const address = ipaddr.process(text);
  return [address, address.kind() === "ipv6" ? 128 : 32];
}

/** Some proxies append "203.0.113.5:4711" or "[2001:db8::7]:4711". */
function withoutPort(entry: string): string {
  const [, inBrackets, beforePort] = /^(?:\[(.*)\](?::\d+)?|([\d.]+):\d+)$/.exec(entry) ?? [];
  return inBrackets ?? beforePort ?? entry;
}

/** Turns an IPv4 address in IPv6 form into IPv4. Undefined for texts that are no IP address. */
export function plain(address: string): string | undefined {
  if (isIP(address) === 0) return undefined;
  return /^::ffff:/i.test(address) ? ipaddr.process(address).toString() : address;
}
