import { BlockList, isIP } from "node:net";

const OURS = new BlockList();
OURS.addSubnet("127.0.0.0", 8);
OURS.addSubnet("10.0.0.0", 8);
OURS.addSubnet("172.16.0.0", 12);
OURS.addSubnet("192.168.0.0", 16);
OURS.addSubnet("169.254.0.0", 16);
OURS.addAddress("::1", "ipv6");
OURS.addSubnet("fc00::", 7, "ipv6");
OURS.addSubnet("fe80::", 10, "ipv6");

function isOurs(address: string): boolean {
  return OURS.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
}

function plain(address: string): string {
  return address.startsWith("::ffff:") && isIP(address.slice(7)) === 4 ? address.slice(7) : address;
}

/**
 * Whom a request comes from. Proxies on this machine or in its private network are believed, since only the
 * operator's can stand there: the last address that they name and that is not one of theirs.
 * @param peer the socket's address
 * @param forwardedFor the header x-forwarded-for, which anybody can send
 */
export function clientAddress(peer: string | undefined, forwardedFor: string | undefined): string {
  const addresses = (forwardedFor ?? "")
    .split(",")
    .map((part) => plain(part.trim()))
    .filter((part) => isIP(part) > 0);
  let address = plain(peer ?? "");
  while (address !== "" && isOurs(address)) {
    const next = addresses.pop();
    if (next === undefined) break;
    address = next;
  }
  return address;
}
