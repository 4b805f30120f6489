import { isLanguage } from "#app/domain/choices.ts";
import { chooseLanguage } from "#app/features/shell/commands.server.ts";
import { m } from "#app/paraglide/messages.js";
import { readForm } from "#app/platform/form.server.ts";
import { orRefused, Refused } from "#app/platform/refused.server.ts";
import { viewerOf } from "#app/platform/session.server.ts";
import type { Route } from "./+types/language.route.ts";

const HEADERS = { "cache-control": "no-store" };

/** Stores the language of a link that the user followed (`rememberLanguage`). Returns `{}`, or `{ error }`. */
export async function action({ request }: Route.ActionArgs): Promise<Response> {
  const viewer = await viewerOf(request);
  if (!viewer) return answer({ error: m.profile_not_authenticated() }, 401);
  const language = (await readForm(request, ["language"]))?.get("language");
  if (typeof language !== "string" || !isLanguage(language))
    return answer({ error: m.shell_language_unknown() }, 400);
  const saved = await orRefused(chooseLanguage(viewer, language));
  return saved instanceof Refused ? answer({ error: saved.message }, saved.status) : answer({}, 200);
}

function answer(body: object, status: number): Response {
  return Response.json(body, { status, headers: HEADERS });
}

export function loader(): Response {
  return new Response(null, { status: 405, headers: { allow: "POST" } });
}
