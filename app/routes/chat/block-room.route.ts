import { answer, formOf, roomIdOf } from "#app/features/chat/answer.server.ts";
import { setBlockedIn } from "#app/features/chat/blocking.server.ts";
import { blockSchema } from "#app/features/chat/schema.ts";
import type { Route } from "./+types/block-room.route.ts";

export function action({ request, params }: Route.ActionArgs) {
  return answer(request, async (viewer) => {
    const { intent } = await formOf(request, blockSchema);
    await setBlockedIn(viewer, roomIdOf(params), intent === "block");
    return {};
  });
}

export function loader(): Response {
  return new Response(null, { status: 405, headers: { allow: "POST" } });
}
