import { saveSettingsForm } from "#app/features/notifications/settings.server.ts";
import { m } from "#app/paraglide/messages.js";
import { viewerOf } from "#app/platform/session.server.ts";
import type { Route } from "./+types/choose.route.ts";

const HEADERS = { "cache-control": "no-store" };

/**
 * Saves one setting as soon as it is changed. Returns `{ saved }` with the choice by its kind, `{ error }`, or `{ confirm }` with the path of
 * the page that asks the user to confirm their identity.
 */
export async function action({ request }: Route.ActionArgs) {
  const viewer = await viewerOf(request);
  if (!viewer) {
    return Response.json({ error: m.notification_settings_signed_out() }, { status: 401, headers: HEADERS });
  }
  const answer = await saveSettingsForm(request, viewer);
  switch (answer.kind) {
    case "saved":
      return Response.json({ saved: answer.choices }, { headers: HEADERS });
    case "confirm":
      return Response.json({ confirm: answer.path }, { headers: HEADERS });
    case "refused":
      return Response.json({ error: answer.error }, { status: answer.status, headers: HEADERS });
  }
}

export function loader(): Response {
  return new Response(null, { status: 405, headers: { allow: "POST" } });
}
