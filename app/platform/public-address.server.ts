import { isIP } from "node:net";
import { networkInterfaces } from "node:os";
import ipaddr from "ipaddr.js";

/**
 * False also for IPv4-mapped forms of private addresses, for addresses that a gateway translates (NAT64, 6to4, Teredo),
 * and for a text that is no IP address.
 */
export function isPublicAddress(text: string): boolean {
  if (isIP(text) === 0 || text.includes("%")) return false;
  const address = ipaddr.process(text);
  if (address.range() !== "unicast") return false;
  // Only 2000::/3 of IPv6 is assigned. Outside of it, and in no reserved range, is ::7f00:1, an old form of 127.0.0.1.
  return !(address instanceof ipaddr.IPv6) || ((address.parts[0] ?? 0) & 0xe000) === 0x2000;
}

/** An IPv4 address and its IPv4-mapped IPv6 form are the same. */
export function isSameAddress(address: string, other: string): boolean {
  if (isIP(address) === 0 || isIP(other) === 0) return false;
  return ipaddr.process(address).toNormalizedString() === ipaddr.process(other).toNormalizedString();
}

/** A request from this machine to its own IP address bypasses the firewall in front of it. */
export function isThisMachine(address: string): boolean {
  const interfaces = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  return interfaces.some((each) => isSameAddress(each.address, address));
}
