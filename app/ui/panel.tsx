import type { ComponentProps } from "react";
import { classes } from "./classes.ts";

/** A sheet on the page, for what belongs together. Never put one on another. */
export function Panel({ className, ...rest }: ComponentProps<"section">) {
  return (
    <section
      {...rest}
      className={classes("rounded-lg border border-line bg-surface p-5 sm:p-7", className)}
    />
  );
}
