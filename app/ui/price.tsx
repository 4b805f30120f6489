import { classes } from "./classes.ts";

/** A price in the visitor's display currency. */
export interface Approximation {
  /** "≈ £93.10" */
  readonly text: string;
  /** A sentence with the day of the exchange rate. */
  readonly note: string;
}

/**
 * Shows the approximation beside the price (decision 0026). When it wraps to its own line, the dot between the two lies
 * beyond the edge and is cut off.
 */
export function Price({
  price,
  approximately,
  className,
}: {
  price: string | null;
  approximately: Approximation | null;
  className?: string;
}) {
  if (!approximately) return <span className={className}>{price}</span>;
  return (
    <span className={classes("block overflow-hidden", className)}>
      <span className="-ml-4 flex flex-wrap items-baseline">
        <span className="pl-4">{price}</span>
        <span
          title={approximately.note}
          className="relative whitespace-nowrap pl-4 font-normal font-sans text-[0.9375rem] text-soft tracking-normal before:absolute before:left-1.5 before:content-['·']"
        >
          {approximately.text}
        </span>
      </span>
    </span>
  );
}
