import type { ComponentProps, MouseEvent, ReactNode } from "react";
import { Link } from "react-router";
import { classes } from "./classes.ts";

type Look = {
  /** `primary` is for the main action of a screen. */
  variant?: "primary" | "secondary" | "ghost" | "danger";
  size?: "sm" | "md" | "lg";
};

const VARIANTS = {
  primary: "border-ball-edge bg-ball text-on-ball hover:bg-ball-hover",
  secondary: "border-edge bg-surface text-ink hover:border-ink hover:bg-sunken",
  ghost: "border-transparent text-ink hover:bg-sunken",
  danger: "border-danger bg-surface text-danger hover:bg-danger-ground",
} as const;

const SIZES = {
  sm: "min-h-11 gap-1.5 px-4 text-[0.9375rem] sm:min-h-9 sm:px-3.5 sm:text-sm",
  md: "min-h-11 gap-2 px-5 text-[0.9375rem]",
  lg: "min-h-13 gap-2.5 px-7 text-base",
} as const;

export function buttonClasses({ variant = "secondary", size = "md" }: Look = {}): string {
  return classes(
    "inline-flex items-center justify-center rounded-full border py-1.5 text-center font-semibold leading-tight [overflow-wrap:break-word]",
    "transition-[background-color,border-color,transform] active:translate-y-px",
    "aria-disabled:cursor-not-allowed aria-disabled:opacity-60 disabled:cursor-not-allowed disabled:opacity-60",
    VARIANTS[variant],
    SIZES[size],
  );
}

type ButtonProps = ComponentProps<"button"> &
  Look & {
    /** While busy, the button keeps its focus and ignores clicks. */
    busy?: boolean;
    busyLabel?: string;
    icon?: ReactNode;
  };

/** `type` defaults to "button", so that it does not submit a form by accident. */
export function Button({
  variant,
  size,
  busy = false,
  busyLabel,
  icon,
  className,
  children,
  onClick,
  type = "button",
  ...rest
}: ButtonProps) {
  function press(event: MouseEvent<HTMLButtonElement>) {
    if (busy) event.preventDefault();
    else onClick?.(event);
  }
  return (
    <button
      {...rest}
      type={type}
      aria-disabled={busy || rest["aria-disabled"] || undefined}
      aria-busy={busy || undefined}
      onClick={press}
      className={classes(buttonClasses({ variant, size }), className)}
    >
      {busy ? <Spinner className="size-4" /> : icon}
      {busy && busyLabel ? busyLabel : children}
    </button>
  );
}

type LinkButtonProps = ComponentProps<typeof Link> & Look & { icon?: ReactNode };

export function LinkButton({ variant, size, icon, className, children, ...rest }: LinkButtonProps) {
  return (
    <Link {...rest} className={classes(buttonClasses({ variant, size }), className)}>
      {icon}
      {children}
    </Link>
  );
}

/** Has no text, so put words beside it. */
export function Spinner({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      className={classes("size-5 animate-spin", className)}
      fill="none"
      aria-hidden="true"
    >
      <circle cx="12" cy="12" r="9" stroke="currentColor" strokeWidth="2.5" opacity="0.25" />
      <path d="M12 3a9 9 0 0 1 9 9" stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" />
    </svg>
  );
}
