import { type CSSProperties, useState } from "react";
import { classes } from "./classes.ts";
import { fileUrl } from "./files-url.ts";

const SIZES = {
  sm: "size-8 text-sm",
  md: "size-11 text-lg",
  lg: "size-20 text-3xl",
  xl: "size-28 text-4xl",
} as const;

const HUES = 12;

/** A hue for a person's name, in degrees, so that people are easy to tell apart. Equal names have equal hues. */
export function hueOf(name: string): number {
  let hash = 7;
  for (const letter of name.toLowerCase()) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 65_521;
  return (hash % HUES) * (360 / HUES);
}

/**
 * Shows the first letter of the name when there is no picture or it does not load. Hidden from screen readers, because
 * the name is beside it.
 */
export function Avatar({
  name,
  src,
  size = "md",
  className,
}: {
  name: string;
  src?: string | null;
  size?: keyof typeof SIZES;
  className?: string;
}) {
  const [broken, setBroken] = useState<string>();
  return (
    <span
      aria-hidden="true"
      style={{ "--hue": hueOf(name) } as CSSProperties}
      className={classes(
        "relative inline-flex shrink-0 items-center justify-center overflow-hidden rounded-full",
        "avatar font-display font-semibold dark:border dark:border-edge",
        SIZES[size],
        className,
      )}
    >
      {Array.from(name.trim())[0]?.toLocaleUpperCase() ?? "?"}
      {src && src !== broken && (
        <img
          src={fileUrl(src)}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setBroken(src)}
          className="absolute inset-0 size-full object-cover"
        />
      )}
    </span>
  );
}
