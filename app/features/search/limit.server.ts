import type { Search } from "#app/domain/search.ts";
import { m } from "#app/paraglide/messages.js";
import { problem } from "#app/platform/problem.server.ts";
import { clientAddress, secondsToWaitHere } from "#app/platform/rate-limit.server.ts";

/**
 * Counts a search of somebody who is not signed in: what has words to be looked up, or asks for the nearest, which are
 * looked for in one ring after the other. The others are pages, which cost little.
 * @throws the error page 429 with a sentence, when that is one too many.
 */
export async function limitSearch(request: Request, { q, sort }: Pick<Search, "q" | "sort">): Promise<void> {
  if (q === "" && sort !== "nearest") return;
  const seconds = await secondsToWaitHere("search_client", clientAddress(request));
  if (seconds !== null) throw problem(429, { message: m.search_too_many({ seconds }) });
}
