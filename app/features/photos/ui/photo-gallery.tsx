import { ChevronLeft, ChevronRight, ZoomIn } from "lucide-react";
import { type MouseEvent, useRef, useState } from "react";
import { m } from "#app/paraglide/messages.js";
import { classes } from "#app/ui/classes.ts";
import { fileUrl } from "#app/ui/files-url.ts";
import { IconButton } from "#app/ui/icon-button.tsx";
import { lazyLoad } from "#app/ui/lazy-load.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { useOverlayEntry } from "#app/ui/use-overlay-entry.ts";
import { type MainPhoto, photoUrl, type Photo as StoredPhoto } from "../photo.ts";
import { Photo } from "./photo.tsx";

const PhotoZoom = lazyLoad(async () => (await import("./photo-zoom.tsx")).PhotoZoom);

// The displayed width or slightly less. With the exact width, a phone of 412 points would load the picture of 1280
// pixels instead of 640: four times as many pixels, to gain some 20 in width.
const STAGE_SIZES = "(width < 768px) 88vw, (width < 1280px) 45vw, 34rem";

/** On a phone a photo leaves room for the name, the price and the key figures on the first screen. */
const STAGE =
  "aspect-[4/5] w-full max-md:aspect-square max-md:max-h-[max(18rem,42svh)] md:max-h-[max(24rem,calc(100svh-7rem))]";

/**
 * All photos of a listing: a row to swipe or scroll, thumbnails to jump by, and a zoom view. Without JavaScript the
 * thumbnails link into the row, and the large photos link to the picture itself.
 */
export function PhotoGallery({
  photos,
  name,
  none,
}: {
  photos: readonly StoredPhoto[];
  name: string;
  /** Shown when there are no photos. */
  none: MainPhoto;
}) {
  const row = useRef<HTMLUListElement>(null);
  const [current, setCurrent] = useState(0);
  const [touched, setTouched] = useState(false);
  // Not `current`, which on the way to a distant photo is each photo in between.
  const [announced, setAnnounced] = useState<number>();
  const hydrated = useHydrated();
  const zoom = useOverlayEntry("photos");
  const total = photos.length;
  if (total === 0) return <Photo photo={none} alt={name} className={classes(STAGE, "rounded-xl")} />;

  function show(position: number): void {
    setAnnounced(position);
    const slide = row.current?.children[position];
    // Not scrollIntoView: that would scroll the page as well.
    if (slide instanceof HTMLElement) row.current?.scrollTo({ left: slide.offsetLeft });
  }

  function updateCurrent(): void {
    const { scrollLeft = 0, clientWidth = 1 } = row.current ?? {};
    setCurrent(Math.min(total - 1, Math.max(0, Math.round(scrollLeft / clientWidth))));
  }

  function enlarge(event: MouseEvent, position: number): void {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    setCurrent(position);
    zoom.open();
  }

  function leaveZoom(last: number): void {
    show(last);
    row.current?.children[last]?.querySelector("a")?.focus({ preventScroll: true });
    zoom.close();
  }

  return (
    <section
      aria-label={m.photos_gallery()}
      className={classes(
        "grid min-w-0 content-start gap-1 sm:gap-3",
        total > 1 && "lg:grid-cols-[auto_minmax(0,1fr)]",
      )}
    >
      <div className="group relative min-w-0 lg:order-last">
        <ul
          ref={row}
          onScroll={updateCurrent}
          onPointerEnter={() => setTouched(true)}
          onFocus={() => setTouched(true)}
          className="photo-stage relative flex snap-x snap-mandatory overflow-x-auto rounded-xl bg-sunken [scrollbar-width:none] motion-safe:scroll-smooth"
        >
          {photos.map((photo, position) => (
            <li
              key={photo.id}
              id={slideId(photo)}
              className={classes(
                STAGE,
                "shrink-0 snap-center",
                // Browsers treat all slides as near the screen. Those after the first are loaded once the user
                // interacts with the row.
                !touched && position > 0 && "[content-visibility:auto]",
              )}
            >
              <a
                href={fileUrl(photoUrl(photo.key, 1280))}
                onClick={(event) => enlarge(event, position)}
                // Only the current photo is a tab stop, not all twenty: the arrows and thumbnails lead to the others.
                tabIndex={hydrated && position !== current ? -1 : undefined}
                className="relative block size-full cursor-zoom-in focus-visible:-outline-offset-4"
              >
                <Photo
                  photo={photo}
                  alt={m.photos_alt({ name, position: position + 1, total })}
                  sizes={STAGE_SIZES}
                  priority={position === 0}
                  className="size-full object-cover sm:max-md:object-contain"
                />
                <span className="sr-only">{m.photos_enlarge()}</span>
              </a>
            </li>
          ))}
        </ul>
        <p role="status" className="sr-only">
          {announced !== undefined && m.photos_position({ position: announced + 1, total })}
        </p>
        <span
          aria-hidden="true"
          className="pointer-events-none absolute right-3 bottom-3 inline-flex items-center gap-1.5 rounded-full bg-raised/90 px-3 py-1 font-semibold text-sm tabular-nums"
        >
          <ZoomIn className="size-4" />
          {total > 1 && `${current + 1} / ${total}`}
        </span>
        {total > 1 && (
          <>
            <IconButton
              label={m.photos_previous()}
              onClick={() => show(current - 1)}
              aria-disabled={current === 0}
              className="-translate-y-1/2 absolute top-1/2 left-2 bg-raised/90 shadow-rest max-sm:hidden"
            >
              <ChevronLeft aria-hidden="true" />
            </IconButton>
            <IconButton
              label={m.photos_next()}
              onClick={() => show(current + 1)}
              aria-disabled={current === total - 1}
              className="-translate-y-1/2 absolute top-1/2 right-2 bg-raised/90 shadow-rest max-sm:hidden"
            >
              <ChevronRight aria-hidden="true" />
            </IconButton>
          </>
        )}
      </div>
      {total > 1 && (
        // On a desktop the list is as high as the photo, and scrolls.
        <div className="relative min-w-0 lg:w-18">
          <ol className="flex gap-2 overflow-auto px-1.5 py-1 sm:py-1.5 lg:absolute lg:inset-0 lg:flex-col">
            {photos.map((photo, position) => (
              <li key={photo.id} className="shrink-0">
                <a
                  href={`#${slideId(photo)}`}
                  onClick={(event) => {
                    event.preventDefault();
                    show(position);
                  }}
                  aria-label={m.photos_show({ position: position + 1 })}
                  aria-current={position === current}
                  className={classes(
                    "block aspect-square w-11 overflow-hidden rounded-sm border-2 transition-[border-color,opacity] sm:aspect-[4/5] sm:w-16",
                    position === current ? "border-ink" : "border-transparent opacity-75 hocus:opacity-100",
                  )}
                >
                  <Photo photo={photo} alt="" sizes="4rem" className="size-full object-cover" />
                </a>
              </li>
            ))}
          </ol>
        </div>
      )}
      {zoom.isOpen && (
        <PhotoZoom photos={photos} index={current} name={name} onClose={leaveZoom} onMissing={zoom.close} />
      )}
    </section>
  );
}

function slideId(photo: StoredPhoto): string {
  return `photo-${photo.id}`;
}
