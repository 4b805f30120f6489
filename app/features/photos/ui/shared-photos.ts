/** As the service worker names it, which keeps the photos of a share to the installed shop (public/service-worker.js). */
const SHARED = "shared photos";

/** Older ones were given up, and would surprise in a form. */
const KEPT_MS = 3_600_000;

/** Takes the photos that were shared to the installed shop, each once. */
export async function takeSharedPhotos(): Promise<File[]> {
  if (!("caches" in window) || !(await caches.has(SHARED))) return [];
  const cache = await caches.open(SHARED);
  const photos: File[] = [];
  for (const { url } of await cache.keys()) {
    const kept = await cache.match(url);
    const at = Date.parse(kept?.headers.get("last-modified") ?? "");
    if (!kept || !(Date.now() - at < KEPT_MS)) continue;
    const content = await kept.blob();
    photos.push(new File([content], url.slice(url.lastIndexOf("/") + 1), { type: content.type }));
  }
  await caches.delete(SHARED);
  return photos;
}
