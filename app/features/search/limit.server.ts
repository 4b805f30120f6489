import type { Search } from "#app/domain/search.ts";
import { m } from "#app/paraglide/messages.js";
import { problem } from "#app/platform/problem.server.ts";
import { clientAddress, secondsToWaitInMemory } from "#app/platform/rate-limit.server.ts";

/**
 * Counts a search or a browse page of a signed-out visitor. A request with words, or for the nearest listings (a
 * search in ring after ring), counts as a search. Other requests count as pages, which cost less and have a higher
 * limit. Cached pages are not counted.
 * @throws the error page 429 with a sentence, when the limit is exceeded.
 */
export async function limitSearch(request: Request, { q, sort }: Pick<Search, "q" | "sort">): Promise<void> {
  const what = q === "" && sort !== "nearest" ? "browse_client" : "search_client";
  const seconds = await secondsToWaitInMemory(what, clientAddress(request));
  if (seconds !== null) throw problem(429, { message: m.search_too_many({ seconds }) });
}
