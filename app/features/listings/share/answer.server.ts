import { clientAddress, limitInMemory } from "#app/platform/rate-limit.server.ts";
import { versionOf } from "./address.server.ts";
import { DrawQueueFull, type DrawTask, drawPicture } from "./draw-queue.server.ts";
import type { SharedPicture } from "./shared-picture.ts";

const IMMUTABLE = "public, max-age=31536000, immutable";
/** The URL of an older version serves the current picture, so browsers may cache it only briefly. */
const SHORT_LIVED = "public, max-age=300";

interface PictureRequest {
  /** "0123456789abcdef.jpg" */
  readonly file: string;
  readonly picture: SharedPicture;
  readonly photoKey?: string | null;
  readonly photo?: () => Promise<DrawTask["photo"]>;
}

/** Browsers may cache the current version permanently. For a browser that has the picture already, nothing is drawn. */
export async function pictureAnswer(
  request: Request,
  { file, picture, photoKey, photo }: PictureRequest,
): Promise<Response> {
  const version = versionOf(picture, photoKey);
  const etag = `"${version}"`;
  const headers = {
    "content-type": "image/jpeg",
    "cache-control": file === `${version}.jpg` ? IMMUTABLE : SHORT_LIVED,
    // Other sites show link previews.
    "cross-origin-resource-policy": "cross-origin",
    etag,
  };
  if (request.headers.get("if-none-match")?.includes(etag))
    return new Response(null, { status: 304, headers });
  const task = async (): Promise<DrawTask> => ({ picture, photo: await photo?.() });
  try {
    const body = await drawPicture(version, task, () =>
      limitInMemory("drawing_client", clientAddress(request)),
    );
    return new Response(body, { headers: { ...headers, "content-length": String(body.byteLength) } });
  } catch (error) {
    if (!(error instanceof DrawQueueFull)) throw error;
    return new Response(null, { status: 503, headers: { "retry-after": "10" } });
  }
}
