import { answer, formOf, roomIdOf } from "#app/features/chat/answer.server.ts";
import { publishTyping } from "#app/features/chat/commands.server.ts";
import { nothingSchema } from "#app/features/chat/schema.ts";
import type { Route } from "./+types/typing.route.ts";

export function action({ request, params }: Route.ActionArgs) {
  return answer(request, async (viewer) => {
    await formOf(request, nothingSchema);
    await publishTyping(viewer, roomIdOf(params), request.signal);
    return {};
  });
}

export function loader(): Response {
  return new Response(null, { status: 405, headers: { allow: "POST" } });
}
