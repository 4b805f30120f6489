import { answer, formOf, roomIdOf } from "#app/features/chat/answer.server.ts";
import { markRead } from "#app/features/chat/commands.server.ts";
import { readSchema } from "#app/features/chat/schema.ts";
import type { Route } from "./+types/read.route.ts";

export function action({ request, params }: Route.ActionArgs) {
  return answer(request, async (viewer) => {
    const { seq } = await formOf(request, readSchema);
    await markRead(viewer, roomIdOf(params), seq);
    return {};
  });
}

export function loader(): Response {
  return new Response(null, { status: 405, headers: { allow: "POST" } });
}
