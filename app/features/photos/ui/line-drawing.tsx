import { classes } from "#app/ui/classes.ts";

/** A line drawing on a square of 48 units, in the text's colour. */
export function LineDrawing({ paths, className }: { paths: readonly string[]; className?: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 48 48"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.6}
      strokeLinecap="round"
      strokeLinejoin="round"
      className={classes("aspect-square", className)}
    >
      {paths.map((path) => (
        <path key={path} d={path} />
      ))}
    </svg>
  );
}
