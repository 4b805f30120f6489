import { ChevronDown } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { FieldView, FormStepView } from "#app/features/listings/view.ts";
import { m } from "#app/paraglide/messages.js";

interface MoreSpecsProps {
  /** Shown while the fields are folded. */
  readonly labels: readonly string[];
  /** Whether a field has a value when the form is loaded. */
  readonly filled: boolean;
  readonly faulty: boolean;
  readonly children: ReactNode;
}

/** The fields are unfolded at first if one of them has a value, and while one of them has an error. */
export function MoreSpecs({ labels, filled, faulty, children }: MoreSpecsProps) {
  return (
    <FieldFold
      unfolded={filled}
      faulty={faulty}
      summary={
        <>
          <span className="font-semibold">{m.listing_more_specs()}</span>{" "}
          <span className="text-soft text-sm">{m.ui_optional()}</span>
          <span className="block truncate text-soft text-sm group-open:hidden">{labels.join(" · ")}</span>
        </>
      }
    >
      <div className="grid gap-x-5 gap-y-6 pt-2 pb-6 sm:grid-cols-2">{children}</div>
    </FieldFold>
  );
}

interface FieldFoldProps {
  readonly unfolded: boolean;
  readonly faulty?: boolean;
  readonly summary: ReactNode;
  readonly children: ReactNode;
}

export function FieldFold({ unfolded, faulty = false, summary, children }: FieldFoldProps) {
  const [open, setOpen] = useState(unfolded);
  return (
    <details
      open={open || faulty}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="group min-w-0 border-line border-y sm:col-span-2"
    >
      <summary className="flex min-h-13 cursor-pointer items-center gap-3 py-2 hover:text-link">
        <span className="min-w-0 flex-1">{summary}</span>
        <ChevronDown
          aria-hidden="true"
          className="size-5 shrink-0 transition-transform group-open:rotate-180"
        />
      </summary>
      {children}
    </details>
  );
}

export function isFilled(value: unknown): boolean {
  return [value].flat().some((one) => typeof one === "string" && one !== "");
}

/** The folded fields are rendered together, where the last of them would be. */
export function withFold(
  { fields, more }: FormStepView,
  draw: (field: FieldView) => ReactNode,
  fold: (folded: readonly FieldView[]) => ReactNode,
): ReactNode[] {
  const folded = fields.filter(({ name }) => more.includes(name));
  return fields.map((field) => {
    if (!more.includes(field.name)) return draw(field);
    return field === folded.at(-1) ? fold(folded) : null;
  });
}
