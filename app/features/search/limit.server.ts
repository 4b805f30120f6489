import type { Search } from "#app/domain/search.ts";
import { clientAddress, secondsToWaitInMemory } from "#app/platform/rate-limit.server.ts";
import { Refused } from "#app/platform/refused.server.ts";

/**
 * Counts a search or a browse page of a signed-out visitor. A request with words, or for the nearest listings (a
 * search in ring after ring), counts as a search. Other requests count as pages, which cost less and have a higher
 * limit. Cached pages are not counted.
 * @throws Refused "search_too_many"
 */
export async function limitSearch(request: Request, { q, sort }: Pick<Search, "q" | "sort">): Promise<void> {
  const what = q === "" && sort !== "nearest" ? "browse_client" : "search_client";
  const seconds = await secondsToWaitInMemory(what, clientAddress(request));
  if (seconds !== null) throw new Refused("search_too_many", { seconds });
}
