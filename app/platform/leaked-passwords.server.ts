import { createHash } from "node:crypto";
import { env } from "./env.server.ts";
import { logger } from "./log.server.ts";

/** A sign-up must not wait for a service that is unavailable. */
const TIMEOUT_MS = 3_000;

/**
 * Whether a password is in a known leak. The service of PASSWORD_LEAK_CHECK gets only the first five letters of its
 * SHA-1, which some thousand other passwords share. It returns the rest of each hash (k-anonymity). Returns false when
 * nothing is set, and when the service is unavailable: that is logged and blocks nobody.
 */
export async function isLeaked(password: string): Promise<boolean> {
  const { leakCheckUrl } = env();
  if (!leakCheckUrl) return false;
  const hash = createHash("sha1").update(password).digest("hex").toUpperCase();
  try {
    const response = await fetch(`${leakCheckUrl}${hash.slice(0, 5)}`, {
      // With padding, all responses have one length, so their size does not reveal the query.
      headers: { "add-padding": "true", "user-agent": "second-serve" },
      signal: AbortSignal.timeout(TIMEOUT_MS),
      redirect: "error",
    });
    if (!response.ok) throw new Error(`answered ${response.status}`);
    return counted(await response.text(), hash.slice(5));
  } catch (error) {
    logger.warn({ err: error }, "leaked passwords could not be looked up; the password was accepted");
    return false;
  }
}

/** Parses lines of "REST:COUNT". Padding lines have the count 0. */
function counted(answer: string, rest: string): boolean {
  return answer.split(/\r?\n/).some((line) => {
    const [suffix = "", count] = line.trim().split(":");
    return suffix.toUpperCase() === rest && Number(count) > 0;
  });
}
