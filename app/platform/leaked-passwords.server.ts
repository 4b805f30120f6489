import { createHash } from "node:crypto";
import { env } from "./env.server.ts";
import { logger } from "./log.server.ts";

/** Nobody waits for a service that is away. */
const TIMEOUT_MS = 3_000;

/**
 * Whether a password is among those that leaked somewhere. The service of PASSWORD_LEAK_CHECK is told the first five
 * letters of its SHA-1 alone, which some thousand others share, and answers with the rest of each (k-anonymity). False
 * where nothing is set, and when it cannot be asked: that is logged, and keeps nobody out.
 */
export async function isLeaked(password: string): Promise<boolean> {
  const { leakCheckUrl } = env();
  if (!leakCheckUrl) return false;
  const hash = createHash("sha1").update(password).digest("hex").toUpperCase();
  try {
    const response = await fetch(`${leakCheckUrl}${hash.slice(0, 5)}`, {
      // Answers of one length, so that it does not tell which was asked for.
      headers: { "add-padding": "true", "user-agent": "second-serve" },
      signal: AbortSignal.timeout(TIMEOUT_MS),
      redirect: "error",
    });
    if (!response.ok) throw new Error(`answered ${response.status}`);
    return counted(await response.text(), hash.slice(5));
  } catch (error) {
    logger.warn({ err: error }, "leaked passwords could not be looked up; the password was taken");
    return false;
  }
}

/** Lines of "REST:COUNT"; what only fills the answer up was seen 0 times. */
function counted(answer: string, rest: string): boolean {
  return answer.split(/\r?\n/).some((line) => {
    const [suffix = "", count] = line.trim().split(":");
    return suffix.toUpperCase() === rest && Number(count) > 0;
  });
}
