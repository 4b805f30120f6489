import { createHash } from "node:crypto";
import { env } from "./env.server.ts";
import { logger } from "./log.server.ts";

/** A sign-up must not wait for a service that is unavailable. */
const TIMEOUT_MS = 3_000;

/**
 * Whether a password is in a known leak. The service of PASSWORD_LEAK_CHECK gets only the first five characters of the
 * password's SHA-1 hash. The service answers with the remaining characters of every leaked hash that begins with these
 * five, about a thousand hashes. So it does not learn the password (k-anonymity). Returns false without
 * PASSWORD_LEAK_CHECK, and when the service is unavailable: that is logged and blocks nobody.
 */
export async function isLeaked(password: string): Promise<boolean> {
  const { leakCheckUrl } = env();
  if (!leakCheckUrl) return false;
  const hash = createHash("sha1").update(password).digest("hex").toUpperCase();
  try {
    const response = await fetch(`${leakCheckUrl}${hash.slice(0, 5)}`, {
      // Asks for padding: invented lines, so that the size of the response does not reveal the query.
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

/**
 * Whether the answer has these remaining characters of a hash. Its lines are "REST:COUNT"; those that are padding have
 * the count 0.
 */
function counted(answer: string, rest: string): boolean {
  return answer.split(/\r?\n/).some((line) => {
    const [suffix = "", count] = line.trim().split(":");
    return suffix.toUpperCase() === rest && Number(count) > 0;
  });
}
