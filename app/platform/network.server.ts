import { BlockList, isIP } from "node:net";

const OWN = new BlockList();
OWN.addSubnet("127.0.0.0", 8);
OWN.addSubnet("10.0.0.0", 8);
OWN.addSubnet("172.16.0.0", 12);
OWN.addSubnet("192.168.0.0", 16);
OWN.addSubnet("169.254.0.0", 16);
OWN.addAddress("::1", "ipv6");
OWN.addSubnet("fc00::", 7, "ipv6");
OWN.addSubnet("fe80::", 10, "ipv6");

/** Whether an address is this machine's or its private network's, where only what is the operator's can stand. */
export function isOwnNetwork(address: string): boolean {
  const family = isIP(address);
  return family !== 0 && OWN.check(address, family === 6 ? "ipv6" : "ipv4");
}
