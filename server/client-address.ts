import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/**
 * Returns a function that finds the IP address of a request's client. This is the address of the peer, from which the
 * connection comes. If the peer is one of `trusted`, it is the last address in X-Forwarded-For that is not in
 * `trusted`. Any client can send the header; a proxy appends to it.
 * @param trusted IP addresses and CIDR ranges, as TRUSTED_PROXIES has them
 */
export function clientAddressBehind(
  trusted: readonly string[],
): (peer: string | undefined, forwardedFor: string | undefined) => string {
  const ranges = trusted.map(rangeOf);
  const isTrusted = (address: string) => {
    const known = ipaddr.parse(address);
    return ranges.some(([range, bits]) => known.kind() === range.kind() && known.match(range, bits));
  };
  return (peer, forwardedFor) => {
    const named = (forwardedFor ?? "").split(",").flatMap((part) => plain(part.trim()) ?? []);
    let address = plain(peer ?? "");
    while (address !== undefined && isTrusted(address) && named.length > 0) address = named.pop();
    return address ?? "";
  };
}

function rangeOf(text: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  if (text.includes("/")) return ipaddr.parseCIDR(text);
  const address = ipaddr.process(text);
  return [address, address.kind() === "ipv6" ? 128 : 32];
}

/** Normalizes an IP address: an IPv4 address that is written as IPv6 becomes IPv4. Undefined for any other text. */
function plain(address: string): string | undefined {
  if (isIP(address) === 0) return undefined;
  return /^::ffff:/i.test(address) ? ipaddr.process(address).toString() : address;
}
