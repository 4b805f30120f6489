import { ImageOff } from "lucide-react";
import { useCallback, useState } from "react";
import { thumbHashToAverageRGBA } from "thumbhash";
import { m } from "#app/paraglide/messages.js";
import { classes } from "#app/ui/classes.ts";
import { fileUrl } from "#app/ui/files-url.ts";
import { isDrawing, type MainPhoto, photoUrl, srcSet, widthFor } from "../photo.ts";
import { LineDrawing } from "./line-drawing.tsx";

type PhotoProps = {
  /** Null: there is no photo. The placeholder is that of a photo that fails to load, with another text. */
  photo: MainPhoto | null;
  /** The alternative text; empty beside a text that says the same. */
  alt: string;
  /** The displayed width: the `sizes` of an `<img>`. */
  sizes?: string;
  /** Whether the photo is among the first on the page, and so is not lazy-loaded. */
  priority?: boolean;
  className?: string;
};

/**
 * A stored photo in the best size and format. Its space is reserved and filled with its average colour, so that the
 * page does not move when it loads. If it fails to load, a placeholder is shown.
 */
export function Photo({ photo, alt, sizes = "100vw", priority = false, className }: PhotoProps) {
  const [broken, setBroken] = useState<string>();
  const key = photo && !isDrawing(photo) ? photo.key : undefined;
  // The picture may have failed to load before hydration.
  const look = useCallback(
    (image: HTMLImageElement | null) => {
      if (image?.complete && image.currentSrc && image.naturalWidth === 0) setBroken(key);
    },
    [key],
  );
  if (photo && isDrawing(photo)) return <Drawn paths={photo.drawing} alt={alt} className={className} />;
  if (!photo || broken === photo.key)
    return <NoPhoto alt={alt} missing={photo !== null} className={className} />;
  return (
    <picture className="contents">
      {photo.avif && <source type="image/avif" srcSet={srcSet(photo, "avif")} sizes={sizes} />}
      <img
        ref={look}
        src={fileUrl(photoUrl(photo.key, widthFor(640)))}
        srcSet={srcSet(photo)}
        sizes={sizes}
        width={photo.width}
        height={photo.height}
        alt={alt}
        loading={priority ? "eager" : "lazy"}
        fetchPriority={priority ? "high" : "auto"}
        decoding="async"
        onError={() => setBroken(photo.key)}
        style={{ backgroundColor: averageColour(photo.thumbhash) }}
        className={className}
      />
    </picture>
  );
}

function Drawn({ paths, alt, className }: { paths: readonly string[]; alt: string; className?: string }) {
  const aria = alt ? { role: "img", "aria-label": `${alt}: ${m.photos_none()}` } : { "aria-hidden": true };
  return (
    <span {...aria} className={classes("flex items-center justify-center bg-sunken text-clay", className)}>
      <LineDrawing paths={paths} className="w-3/5 max-w-60" />
    </span>
  );
}

function NoPhoto({ alt, missing, className }: { alt: string; missing: boolean; className?: string }) {
  const text = missing ? m.photos_unavailable() : m.photos_none();
  return (
    <span
      role="img"
      aria-label={alt ? `${alt}: ${text}` : text}
      title={missing ? text : undefined}
      className={classes("flex items-center justify-center bg-sunken text-soft", className)}
    >
      <ImageOff aria-hidden="true" className="size-8" strokeWidth={1.5} />
    </span>
  );
}

/** A CSS colour from a base64 thumbhash; undefined for an invalid one. */
function averageColour(thumbhash: string): string | undefined {
  try {
    const bytes = Uint8Array.from(atob(thumbhash), (letter) => letter.charCodeAt(0));
    if (bytes.length < 5) return undefined;
    const { r, g, b } = thumbHashToAverageRGBA(bytes);
    return `rgb(${[r, g, b].map((part) => Math.round(part * 255)).join(" ")})`;
  } catch {
    return undefined;
  }
}
