import type { Search } from "#app/domain/search.ts";
import { clientAddress, secondsToWaitInMemory } from "#app/platform/rate-limit.server.ts";
import { Refused } from "#app/platform/refused.server.ts";

/**
 * For signed-out visitors. A request with words, or sorted by distance, counts as a search; others cost less and have a
 * higher limit. Cached pages are not counted.
 * @throws Refused "search_too_many"
 */
export async function limitSearch(request: Request, { q, sort }: Pick<Search, "q" | "sort">): Promise<void> {
  const what = q === "" && sort !== "nearest" ? "browse_client" : "search_client";
  const seconds = await secondsToWaitInMemory(what, clientAddress(request));
  if (seconds !== null) throw new Refused("search_too_many", { seconds });
}
