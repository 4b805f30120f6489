import type { ComponentProps, ReactNode } from "react";
import { Link } from "react-router";
import { classes } from "./classes.ts";

const CLASSES =
  "inline-flex size-11 shrink-0 items-center justify-center rounded-full text-ink transition-colors " +
  "hover:bg-sunken disabled:opacity-50 aria-disabled:opacity-50 [&_svg]:size-[1.375rem]";

type Named = {
  /** The accessible name, and also the tooltip. */
  label: string;
  children: ReactNode;
};

export function IconButton({
  label,
  className,
  type = "button",
  ...rest
}: Omit<ComponentProps<"button">, "aria-label" | "children"> & Named) {
  return (
    <button {...rest} type={type} aria-label={label} title={label} className={classes(CLASSES, className)} />
  );
}

export function IconLink({
  label,
  className,
  ...rest
}: Omit<ComponentProps<typeof Link>, "aria-label" | "children"> & Named) {
  return <Link {...rest} aria-label={label} title={label} className={classes(CLASSES, className)} />;
}
