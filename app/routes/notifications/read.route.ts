import { answer, markReadFromForm } from "#app/features/notifications/answers.server.ts";
import { MARK_FIELDS } from "#app/features/notifications/schema.ts";
import { readForm } from "#app/platform/form.server.ts";
import { viewerOf } from "#app/platform/session.server.ts";
import type { Route } from "./+types/read.route.ts";

export async function action({ request }: Route.ActionArgs) {
  return answer(await viewerOf(request), async (viewer) => {
    await markReadFromForm(viewer, await readForm(request, MARK_FIELDS));
    return {};
  });
}

export function loader(): Response {
  return new Response(null, { status: 405, headers: { allow: "POST" } });
}
