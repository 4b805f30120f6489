import { m } from "#app/paraglide/messages.js";
import { problem } from "#app/platform/problem.server.ts";
import { clientAddress, secondsToWaitHere } from "#app/platform/rate-limit.server.ts";

/**
 * Counts a search of somebody who is not signed in.
 * @throws the error page 429 with a sentence, when that is one too many.
 */
export async function limitSearch(request: Request): Promise<void> {
  const seconds = await secondsToWaitHere("search_client", clientAddress(request));
  if (seconds !== null) throw problem(429, { message: m.search_too_many({ seconds }) });
}
