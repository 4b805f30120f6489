import ipaddr from "ipaddr.js";
import { hostOf } from "./database-url.server.ts";
import { listOf } from "./env-values.server.ts";

function isEverywhere(host: string): boolean {
  return ipaddr.isValid(host) && ipaddr.process(host).range() === "unspecified";
}

/** Each group is set completely or not at all. */
const TOGETHER = [
  ["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"],
  ["FACEBOOK_CLIENT_ID", "FACEBOOK_CLIENT_SECRET"],
  ["APPLE_CLIENT_ID", "APPLE_CLIENT_SECRET"],
  ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"],
];

/** What is wrong with the variables together, as sentences for the operator. */
export function faultsBetween(given: Record<string, string | undefined>): string[] {
  const faults: string[] = [];
  if (given.DATABASE_URL && !given.AUTH_SECRET) {
    faults.push("AUTH_SECRET is required when DATABASE_URL is set, and the same on every server.");
  }
  const replicas = listOf(given.DATABASE_REPLICA_URLS);
  if (replicas.length > 0 && !given.DATABASE_URL)
    faults.push("DATABASE_URL is required when DATABASE_REPLICA_URLS is set.");
  const places = [given.DATABASE_URL ?? "", ...replicas].filter((url) => URL.canParse(url)).map(hostOf);
  if (new Set(places).size < places.length)
    faults.push("DATABASE_REPLICA_URLS must name each database once, and not that of DATABASE_URL.");
  if (given.HOST && isEverywhere(given.HOST) && !given.BASE_URL) {
    faults.push(
      `BASE_URL is required when HOST is ${given.HOST}: it is the address that people type, and no other host name is answered.`,
    );
  }
  for (const group of TOGETHER) {
    const missing = group.filter((name) => !given[name]);
    if (missing.length > 0 && missing.length < group.length) {
      faults.push(`${missing.join(" and ")} must be set too: ${group.join(", ")} belong together.`);
    }
  }
  return faults;
}
