import { Link } from "react-router";
import { LineDrawing } from "#app/features/photos/ui/line-drawing.tsx";
import { m } from "#app/paraglide/messages.js";
import { CachedFragment } from "#app/ui/cached-fragment.tsx";
import { fileUrl } from "#app/ui/files-url.ts";
import { SectionHeading } from "#app/ui/headings.tsx";
import type { CategoryCircle } from "./for-you-row.tsx";

/** The shop's own pictures, by category. A category without one has its drawing. */
const PICTURES = import.meta.glob<string>("./circles/*.webp", {
  eager: true,
  import: "default",
  query: "?url&no-inline",
});

export function CategoryCircles({ circles }: { circles: readonly CategoryCircle[] }) {
  return (
    <section aria-labelledby="categories">
      <SectionHeading id="categories" title={m.home_categories()} />
      <CachedFragment
        as="ul"
        name="category circles"
        cacheKey={circles}
        className="flex gap-3 overflow-x-auto max-sm:-mx-4 max-sm:-my-2 max-sm:px-4 max-sm:py-2 max-sm:[scrollbar-width:none] sm:grid sm:grid-cols-6 sm:gap-x-6 sm:overflow-visible"
      >
        {() =>
          circles.map(({ type, href, label, drawing }) => (
            <li key={href} className="max-sm:w-20 max-sm:shrink-0">
              <Link to={href} className="group grid justify-items-center gap-2 rounded-lg text-center">
                <span className="relative grid aspect-square w-full max-w-32 place-items-center overflow-hidden rounded-full border border-line bg-surface text-clay transition-colors group-hover:border-ball-edge group-hover:bg-ball group-hover:text-on-ball group-focus-visible:bg-ball group-focus-visible:text-on-ball">
                  <Seam />
                  <LineDrawing
                    paths={drawing}
                    className="relative w-1/2 transition-transform group-hover:scale-105"
                  />
                  <Picture path={PICTURES[`./circles/${type}.webp`]} />
                </span>
                <span className="max-w-full hyphens-auto font-semibold text-sm leading-tight sm:text-[0.9375rem] group-hover:underline">
                  {label}
                </span>
              </Link>
            </li>
          ))
        }
      </CachedFragment>
    </section>
  );
}

/**
 * Covers the drawing, which is visible until the picture is loaded. So the fonts of the heading, the largest content of a
 * phone's screen, are loaded first.
 */
function Picture({ path }: { path: string | undefined }) {
  return path === undefined ? null : (
    <img
      src={fileUrl(path)}
      alt=""
      fetchPriority="low"
      width={128}
      height={128}
      decoding="async"
      className="absolute inset-0 size-full object-cover transition-transform group-hover:scale-105"
    />
  );
}

function Seam() {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 100 100"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      className="absolute inset-0 size-full text-court opacity-45 group-hover:text-on-ball"
    >
      <path d="M-2 22C26 26 26 74 -2 78M102 22C74 26 74 74 102 78" />
    </svg>
  );
}
