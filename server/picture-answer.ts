import { publicPicture } from "#app/features/photos/picture.server.ts";
import type { DemoPictures } from "#server/demo/fill-pictures.ts";

const PICTURE = /^https?:\/\/[^/]+\/photos\/([^/?]+)\/([^/?]+)(\?|$)/;

/** The response to a request of `/photos/{key}/{file}`, which needs neither routes nor cookies; null for other requests. */
export function pictureAnswer(request: Request, demo: DemoPictures | undefined): Promise<Response> | null {
  const { method, url } = request;
  const [, key, file] = (method === "GET" || method === "HEAD" ? PICTURE.exec(url) : null) ?? [];
  return key === undefined || file === undefined ? null : answer(request, key, file, demo);
}

async function answer(
  request: Request,
  key: string,
  file: string,
  demo: DemoPictures | undefined,
): Promise<Response> {
  // Demo pictures are rendered after the start: an early request waits for its picture.
  await demo?.ready(key);
  const picture = await publicPicture(request, key, file);
  if (picture.status === 404) picture.headers.set("cache-control", "private, no-store");
  return picture;
}
