import { createHash } from "node:crypto";
import { env } from "./env.server.ts";
import { logger } from "./log.server.ts";

/** Short, because sign-up waits. */
const TIMEOUT_MS = 3_000;

/**
 * Whether a password is in a known leak. The service gets only the first five characters of the SHA-1 hash, and returns
 * all leaked hashes with this beginning (k-anonymity). False without PASSWORD_LEAK_CHECK, or when the service is
 * unavailable.
 */
export async function isLeaked(password: string): Promise<boolean> {
  const { leakCheckUrl } = env();
  if (!leakCheckUrl) return false;
  const hash = createHash("sha1").update(password).digest("hex").toUpperCase();
  try {
    const response = await fetch(`${leakCheckUrl}${hash.slice(0, 5)}`, {
      // With invented lines (padding), the size of the response does not reveal the query.
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

/** Whether a line "REST:COUNT" has this `rest`; padding has the count 0. */
function counted(answer: string, rest: string): boolean {
  return answer.split(/\r?\n/).some((line) => {
    const [suffix = "", count] = line.trim().split(":");
    return suffix.toUpperCase() === rest && Number(count) > 0;
  });
}
