import { isIP } from "node:net";
import { networkInterfaces } from "node:os";
import ipaddr from "ipaddr.js";

/**
 * Whether an IP address is public. Loopback, private, link-local, shared, reserved and multicast addresses are not,
 * nor their IPv4-mapped IPv6 forms. Addresses that a gateway translates (NAT64, 6to4, Teredo) are not public either,
 * nor is any text that is no IP address.
 */
export function isPublicAddress(text: string): boolean {
  if (isIP(text) === 0 || text.includes("%")) return false;
  const address = ipaddr.process(text);
  if (address.range() !== "unicast") return false;
  // Only 2000::/3 of IPv6 is assigned. All other addresses are refused, also those in no reserved range, such as
  // ::7f00:1, a deprecated notation of 127.0.0.1.
  return !(address instanceof ipaddr.IPv6) || ((address.parts[0] ?? 0) & 0xe000) === 0x2000;
}

/** Whether two texts are the same IP address, IPv4-mapped IPv6 addresses included. */
export function isSameAddress(one: string, other: string): boolean {
  if (isIP(one) === 0 || isIP(other) === 0) return false;
  return ipaddr.process(one).toNormalizedString() === ipaddr.process(other).toNormalizedString();
}

/** Whether this machine itself has the IP address. Requests from inside bypass the firewall in front of the machine. */
export function isThisMachine(address: string): boolean {
  const own = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  return own.some((one) => isSameAddress(one.address, address));
}
