import type { ComponentProps } from "react";
import { classes } from "./classes.ts";

/** A box with a border that groups related content. Never nest panels. */
export function Panel({ className, ...rest }: ComponentProps<"section">) {
  return (
    <section
      {...rest}
      className={classes("rounded-lg border border-line bg-surface p-5 sm:p-7", className)}
    />
  );
}
