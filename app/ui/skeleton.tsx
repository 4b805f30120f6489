import { classes } from "./classes.ts";

/** Give it the size of the content, so that nothing moves when the content arrives. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={classes("animate-breathe rounded-md bg-sunken", className)} />;
}
