import type { Viewer } from "#app/domain/viewer.ts";
import { requireViewer, viewerOf } from "#app/platform/session.server.ts";

/** How a browser without JavaScript sends a form. React Router passes this header on to the loaders that follow. */
const FORM = "application/x-www-form-urlencoded";

/**
 * The owner of the profile. It is null only while a form is answered whose session had ended: the page must render,
 * or the typed text is lost.
 * @throws a redirect to /auth for any other signed-out caller.
 */
export async function ownerOf(request: Request): Promise<Viewer | null> {
  const viewer = await viewerOf(request);
  if (viewer) return viewer;
  return request.headers.get("content-type")?.startsWith(FORM) ? null : requireViewer(request);
}
