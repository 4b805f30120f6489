import { isIP } from "node:net";
import { isOwnNetwork } from "#app/platform/network.server.ts";

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
  while (address !== "" && isOwnNetwork(address)) {
    const next = addresses.pop();
    if (next === undefined) break;
    address = next;
  }
  return address;
}
