import type { Viewer } from "#app/domain/viewer.ts";
import { requireViewer, viewerOf } from "#app/platform/session.server.ts";

/** The content type of a form without JavaScript. The loaders that run after the action get the same header. */
const FORM = "application/x-www-form-urlencoded";

/**
 * The owner of the profile. It is null only after a form whose session had ended: the page must still render, because
 * the typed text would be lost.
 * @throws a redirect to /auth for any other signed-out caller.
 */
export async function profileOwnerOf(request: Request): Promise<Viewer | null> {
  const viewer = await viewerOf(request);
  if (viewer) return viewer;
  return request.headers.get("content-type")?.startsWith(FORM) ? null : requireViewer(request);
}
