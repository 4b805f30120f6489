import { useEffect, useState } from "react";
import { m } from "#app/paraglide/messages.js";
import { Button } from "#app/ui/button.tsx";

/** As the service worker names it, which keeps the photos of a share to the installed shop (public/service-worker.js). */
const SHARED = "shared photos";

/** Older ones were given up, and would surprise in a form. */
const KEPT_MS = 3_600_000;

async function sharedPhotos(): Promise<File[]> {
  if (!("caches" in window) || !(await caches.has(SHARED))) return [];
  const cache = await caches.open(SHARED);
  const photos: File[] = [];
  for (const { url } of await cache.keys()) {
    const kept = await cache.match(url);
    const sharedAt = Date.parse(kept?.headers.get("last-modified") ?? "");
    if (!kept || !(Date.now() - sharedAt < KEPT_MS)) continue;
    const content = await kept.blob();
    photos.push(new File([content], url.slice(url.lastIndexOf("/") + 1), { type: content.type }));
  }
  if (photos.length === 0) await caches.delete(SHARED);
  return photos;
}

/**
 * Offers the photos that were shared to the installed shop, if there are any. It adds none by itself: another site, or the
 * person before on this device, may have sent them.
 */
export function SharedPhotos({ onAdd }: { onAdd: (photos: readonly File[]) => void }) {
  const [photos, setPhotos] = useState<readonly File[]>([]);
  useEffect(() => {
    let isOver = false;
    sharedPhotos().then(
      (shared) => {
        if (!isOver) setPhotos(shared);
      },
      // A browser without room, or in a private window, keeps none.
      () => {},
    );
    return () => {
      isOver = true;
    };
  }, []);
  if (photos.length === 0) return null;

  async function end(isAdded: boolean): Promise<void> {
    setPhotos([]);
    // Another tab may have taken them.
    if ((await caches.delete(SHARED)) && isAdded) onAdd(photos);
  }
  const count = photos.length;
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-2 rounded-lg border border-line bg-surface p-3"
    >
      <p className="flex-1 basis-48">
        {count === 1 ? m.photos_shared_one() : m.photos_shared_many({ count })}
      </p>
      <div className="flex gap-2">
        <Button size="sm" onClick={() => void end(true)}>
          {m.photos_shared_add()}
        </Button>
        <Button size="sm" variant="ghost" onClick={() => void end(false)}>
          {m.photos_shared_discard()}
        </Button>
      </div>
    </div>
  );
}
