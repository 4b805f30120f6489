import { classes } from "./classes.ts";

/** A price in the visitor's own money: "≈ £93.10", and of which day its rate is, as a sentence. */
export interface Approximation {
  readonly text: string;
  readonly note: string;
}

/**
 * What something costs, and beside it about how much that is (decision 0026). The dot between the two lies beyond the edge,
 * where it is cut off, when the second stands on a line of its own.
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
