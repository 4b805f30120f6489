import { requireViewer } from "#app/platform/session.server.ts";
import type { Route } from "./+types/failed.route.ts";

/** The rows of an upload that failed, as a file. */
export async function loader({ request }: Route.LoaderArgs): Promise<Response> {
  await requireViewer(request);
  return new Response("", { headers: { "content-type": "text/csv; charset=utf-8" } });
}
