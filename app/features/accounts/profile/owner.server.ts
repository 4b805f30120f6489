import type { Viewer } from "#app/domain/viewer.ts";
import { requireViewer, viewerOf } from "#app/platform/session.server.ts";

/** What a browser without JavaScript sends a form as; React Router hands it on to the loaders that come after. */
const FORM = "application/x-www-form-urlencoded";

/**
 * Whose profile this is. Null only while a form that somebody has just sent is answered whose session had ended: the
 * page must stand, or what they typed is gone.
 * @throws a redirect to /auth when anybody else is signed out.
 */
export async function ownerOf(request: Request): Promise<Viewer | null> {
  const viewer = await viewerOf(request);
  if (viewer) return viewer;
  return request.headers.get("content-type")?.startsWith(FORM) ? null : requireViewer(request);
}
