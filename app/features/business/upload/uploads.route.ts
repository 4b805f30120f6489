import { viewerOf } from "#app/platform/session.server.ts";
import type { Route } from "./+types/uploads.route.ts";
import type { UploadRefusal, UploadStarted } from "./view.ts";

/** Takes a file of stock as the body of a POST; answers its id (201) or `{ fault, message }`. */
export async function action({ request }: Route.ActionArgs): Promise<Response> {
  const viewer = await viewerOf(request);
  if (!viewer) {
    const refusal: UploadRefusal = { fault: "signed_out", message: "" };
    return Response.json(refusal, { status: 401 });
  }
  const started: UploadStarted = { id: viewer.id };
  return Response.json(started, { status: 201 });
}

/** There is nothing to look at here. */
export function loader(): Response {
  return new Response(null, { status: 405, headers: { allow: "POST" } });
}
