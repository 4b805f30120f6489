import { classes } from "./classes.ts";

/** Holds the place of what is coming. Give it the size of that, so that nothing moves when it arrives. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={classes("animate-breathe rounded-md bg-sunken", className)} />;
}
