import { saveRegion } from "#app/features/shell/region.server.ts";
import { choiceCookies } from "#app/platform/choices.server.ts";
import type { Route } from "./+types/region-call.route.ts";

/** For the dialog. Returns `{ href }`, the URL to open next, or `{ error }`. */
export async function action({ request }: Route.ActionArgs) {
  const saved = await saveRegion(request);
  if (!("choices" in saved)) return Response.json({ error: saved.error }, { status: saved.status });
  const answer = Response.json({ href: saved.href });
  for (const cookie of choiceCookies(saved.choices)) answer.headers.append("set-cookie", cookie);
  return answer;
}

export function loader(): Response {
  return new Response(null, { status: 405, headers: { allow: "POST" } });
}
