import ipaddr from "ipaddr.js";

const PORTS = ["", "80", "443"];
/** Names that no public server has: https://www.rfc-editor.org/rfc/rfc6761 */
const PRIVATE_NAMES = /(?:^|\.)(?:localhost|local|internal|intranet|lan|home\.arpa|invalid|test)\.?$/i;

/** The path of a photo of this shop, on whichever machine it runs: exports have such links, and nothing is fetched. */
const PHOTO_PATH = /^\/photos\/[0-9a-f]{64}\/\d+\.(?:webp|avif)$/;

/**
 * Whether no picture can ever be fetched from a link, whatever its host answers: words, other schemes, ports and
 * addresses that are not public (decision 0034). The server checks what the names of hosts mean when it fetches.
 */
export function impossibleLink(link: string): boolean {
  if (!URL.canParse(link)) return true;
  // Parsing normalizes the host: 0x7f.1 and 2130706433 become 127.0.0.1.
  const { protocol, username, password, port, hostname, pathname } = new URL(link);
  if ((protocol !== "http:" && protocol !== "https:") || username !== "" || password !== "") return true;
  if (PHOTO_PATH.test(pathname)) return false;
  if (!PORTS.includes(port)) return true;
  const address = hostname.replace(/^\[|\]$/g, "");
  if (ipaddr.isValid(address)) return ipaddr.process(address).range() !== "unicast";
  return !hostname.includes(".") || PRIVATE_NAMES.test(hostname);
}
