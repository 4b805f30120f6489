import { type ReactNode, useRef } from "react";
import { isUnlikeMakers } from "#app/domain/categories/derive/measured.ts";
import { useInputValue } from "#app/features/models/ui/value-origin.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";

interface ConditionalFieldProps {
  /** The question is shown when the value of this input differs from the maker's by more than `within`. */
  readonly trigger: { readonly name: string; readonly within: number };
  readonly maker: string | undefined;
  /** The value of that input when the form is loaded. */
  readonly initial: string;
  readonly answered: boolean;
  readonly children: ReactNode;
}

/** A question of the sell form. It is always shown without JavaScript, and when it has an answer. */
export function ConditionalField({ trigger, maker, initial, answered, children }: ConditionalFieldProps) {
  const field = useRef<HTMLDivElement>(null);
  const hydrated = useHydrated();
  const value = useInputValue(field, trigger.name, initial);
  const isUnlike =
    maker !== undefined &&
    value.trim() !== "" &&
    isUnlikeMakers(Number(value.replace(",", ".")), Number(maker), trigger.within);
  return (
    <div ref={field} hidden={hydrated && !answered && !isUnlike}>
      {children}
    </div>
  );
}
