import { isIP } from "node:net";
import { networkInterfaces } from "node:os";
import ipaddr from "ipaddr.js";

/**
 * Whether an IP address is one that the whole internet reaches, and no door into this machine's own networks: no loopback,
 * private, link-local, shared, reserved or multicast one, also when it is written as an IPv4 address within an IPv6 one;
 * and none that a gateway turns into another (NAT64, 6to4, Teredo). Anything that is no IP address is not public.
 */
export function isPublicAddress(text: string): boolean {
  if (isIP(text) === 0 || text.includes("%")) return false;
  const address = ipaddr.process(text);
  if (address.range() !== "unicast") return false;
  // Of IPv6 only 2000::/3 is given out; what else no list names yet (::7f00:1 was once 127.0.0.1) is nobody's picture.
  return !(address instanceof ipaddr.IPv6) || ((address.parts[0] ?? 0) & 0xe000) === 0x2000;
}

/** Whether two texts are the same IP address, an IPv4 one within an IPv6 one included. */
export function isSameAddress(one: string, other: string): boolean {
  if (isIP(one) === 0 || isIP(other) === 0) return false;
  return ipaddr.process(one).toNormalizedString() === ipaddr.process(other).toNormalizedString();
}

/** Whether this machine itself has the address: from inside, it passes by whatever guards the machine from outside. */
export function isThisMachine(address: string): boolean {
  const own = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  return own.some((one) => isSameAddress(one.address, address));
}
