import { saveRegion } from "#app/features/shell/region.server.ts";
import { choiceCookies } from "#app/platform/choices.server.ts";
import type { Route } from "./+types/region-call.route.ts";

/** Saves country, language and currency for the dialog: returns `{ href }`, the next address, or `{ error }`. */
export async function action({ request }: Route.ActionArgs) {
  const kept = await saveRegion(request);
  if (!("choices" in kept)) return Response.json({ error: kept.error }, { status: kept.status });
  const answer = Response.json({ href: kept.href });
  for (const cookie of choiceCookies(kept.choices)) answer.headers.append("set-cookie", cookie);
  return answer;
}

export function loader(): Response {
  return new Response(null, { status: 405, headers: { allow: "POST" } });
}
