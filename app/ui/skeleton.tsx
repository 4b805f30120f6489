import { classes } from "./classes.ts";

/** A placeholder for loading content. Give it the content's size, so that nothing moves when the content arrives. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={classes("animate-breathe rounded-md bg-sunken", className)} />;
}
