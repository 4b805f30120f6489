import type { Search } from "#app/domain/search.ts";
import { m } from "#app/paraglide/messages.js";
import { problem } from "#app/platform/problem.server.ts";
import { clientAddress, secondsToWaitInMemory } from "#app/platform/rate-limit.server.ts";

/**
 * Counts a look at the stock by somebody who is not signed in. What has words to be looked up, or asks for the nearest,
 * which are looked for in one ring after the other, is a search; the others are pages, which cost less and may be more.
 * Pages that the host keeps cost nothing and do not come here.
 * @throws the error page 429 with a sentence, when that is one too many.
 */
export async function limitSearch(request: Request, { q, sort }: Pick<Search, "q" | "sort">): Promise<void> {
  const what = q === "" && sort !== "nearest" ? "browse_client" : "search_client";
  const seconds = await secondsToWaitInMemory(what, clientAddress(request));
  if (seconds !== null) throw problem(429, { message: m.search_too_many({ seconds }) });
}
