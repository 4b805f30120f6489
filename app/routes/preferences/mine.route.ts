import { readSizesOf, type SizesAnswer, saveSizesOf } from "#app/features/preferences/sizes.server.ts";
import { m } from "#app/paraglide/messages.js";
import { viewerOf } from "#app/platform/session.server.ts";
import type { Route } from "./+types/mine.route.ts";

/**
 * The signed-in user's sizes for the dialog: `{ sizes }`, or `{ error }`. A signed-out visitor gets `{ sizes: null }`:
 * a page may request the sizes during sign-out, and an error status would appear in the browser's console.
 */
export async function loader({ request }: Route.LoaderArgs) {
  const viewer = await viewerOf(request);
  return viewer
    ? jsonAnswer(await readSizesOf(viewer))
    : Response.json({ sizes: null }, { headers: HEADERS });
}

export async function action({ request }: Route.ActionArgs) {
  const viewer = await viewerOf(request);
  return viewer ? jsonAnswer(await saveSizesOf(viewer, request)) : signedOut();
}

const HEADERS = { "cache-control": "no-store" };

function jsonAnswer(answer: SizesAnswer): Response {
  if (answer.error === undefined) return Response.json({ sizes: answer.sizes }, { headers: HEADERS });
  return Response.json({ error: answer.error }, { status: answer.status, headers: HEADERS });
}

function signedOut(): Response {
  return Response.json({ error: m.sizes_signed_out() }, { status: 401, headers: HEADERS });
}
