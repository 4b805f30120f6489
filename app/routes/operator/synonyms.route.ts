import { downloadedSynonyms } from "#app/features/operator/searches.server.ts";
import { operating, operator } from "#app/platform/guards.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import type { Route } from "./+types/synonyms.route.ts";

export const middleware = [operating];

/** /operator/synonyms.json: the words that operators added, in the shape of app/domain/categories/value-synonyms.ts. */
export async function loader({ context }: Route.LoaderArgs): Promise<Response> {
  const viewer = await context.get(operator);
  return new Response(`${JSON.stringify(await downloadedSynonyms(viewer), null, 2)}\n`, {
    headers: {
      "content-type": "application/json; charset=utf-8",
      "content-disposition": 'attachment; filename="second-serve-synonyms.json"',
    },
  });
}

/** Without an action the router would answer 405, which reveals that the URL exists. */
export function action(): never {
  throw new Refused("home_not_found");
}
