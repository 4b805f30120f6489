import { X } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { Link } from "react-router";

/** A link to the page without this filter. */
export function RemovableChip({
  label,
  removeLabel,
  ...link
}: Omit<ComponentProps<typeof Link>, "children" | "aria-label" | "className"> & {
  label: ReactNode;
  /** "Remove filter: Wilson". */
  removeLabel: string;
}) {
  return (
    <Link
      preventScrollReset
      {...link}
      aria-label={removeLabel}
      className="inline-flex min-h-11 items-center gap-1.5 rounded-full border border-edge bg-surface py-1 pr-2.5 pl-4 font-medium text-[0.9375rem] transition-colors hover:border-ink hover:bg-sunken sm:min-h-9"
    >
      {label}
      <X aria-hidden="true" className="size-4 shrink-0 text-soft" />
    </Link>
  );
}
