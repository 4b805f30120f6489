import PhotoSwipe from "photoswipe";
import { fileUrl } from "#app/ui/files-url.ts";
import "photoswipe/style.css";
import { useEffect, useEffectEvent } from "react";
import { m } from "#app/paraglide/messages.js";
import { photoUrl, type Photo as StoredPhoto, srcSet } from "../photo.ts";

/**
 * Opens the photos in a zoom view over the page. When the view closes, it calls `closed` with the index of the last
 * shown photo; `closed` has to move the focus. `within` is an element that traps the focus, such as a dialog: the view
 * is then placed inside it.
 */
export function openZoom(
  photos: readonly StoredPhoto[],
  index: number,
  name: string,
  closed: (index: number) => void,
  within?: HTMLElement,
): PhotoSwipe {
  const reducedMotion = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  const zoom = new PhotoSwipe({
    dataSource: photos.map((photo, position) => ({
      src: fileUrl(photoUrl(photo.key, 1280)),
      srcset: srcSet(photo),
      width: photo.width,
      height: photo.height,
      msrc: fileUrl(photoUrl(photo.key, 320)),
      alt: m.photos_alt({ name, position: position + 1, total: photos.length }),
    })),
    index,
    bgOpacity: 0.92,
    // PhotoSwipe would return the focus to the photo that opened it, not to the last one.
    returnFocus: false,
    ...(within && { appendToEl: within, trapFocus: false }),
    showHideAnimationType: reducedMotion ? "none" : "fade",
    zoomAnimationDuration: reducedMotion ? 0 : 180,
    closeTitle: m.photos_close(),
    zoomTitle: m.photos_zoom(),
    arrowPrevTitle: m.photos_previous(),
    arrowNextTitle: m.photos_next(),
    errorMsg: m.photos_unavailable(),
  });
  zoom.on("destroy", () => closed(zoom.currIndex));
  zoom.init();
  announce(zoom, name, photos.length, within === undefined);
  if (within) zoom.element?.focus();
  return zoom;
}

interface PhotoZoomProps {
  readonly photos: readonly StoredPhoto[];
  /** The photo that is shown first. */
  readonly index: number;
  readonly name: string;
  /** Gets the index of the last shown photo, and has to move the focus. */
  readonly onClose: (index: number) => void;
}

/** The zoom view over the page, as long as it is rendered. */
export function PhotoZoom({ photos, index, name, onClose }: PhotoZoomProps) {
  const open = useEffectEvent(() => openZoom(photos, index, name, onClose));
  useEffect(() => {
    const view = open();
    return () => {
      view.close();
      // It ignores that before it has opened.
      view.on("openingAnimationEnd", () => view.close());
    };
  }, []);
  return null;
}

/** Names the view for screen readers, and says which photo it shows when it turns to another one. */
function announce(zoom: PhotoSwipe, name: string, total: number, modal: boolean): void {
  const view = zoom.element;
  if (!view) return;
  view.ariaLabel = `${m.photos_gallery()}: ${name}`;
  if (modal) view.ariaModal = "true";
  // The dialog around it is modal already.
  else view.setAttribute("role", "group");
  const status = Object.assign(document.createElement("p"), { className: "sr-only", role: "status" });
  view.append(status);
  zoom.on("change", () => {
    status.textContent = m.photos_position({ position: zoom.currIndex + 1, total });
  });
}
