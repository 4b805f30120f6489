import { type ReactNode, useRef } from "react";
import { isUnlikeMakers } from "#app/domain/categories/derive/measured.ts";
import { useInputValue } from "#app/features/models/ui/use-input-value.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";

interface ConditionalFieldProps {
  /** The input by which the question is shown: when its value differs from the maker's by more than `within`. */
  readonly trigger: { readonly name: string; readonly within: number };
  /** The maker's value for that input. */
  readonly maker: string | undefined;
  /** The value of that input when the form is loaded. */
  readonly initial: string;
  readonly answered: boolean;
  readonly children: ReactNode;
}

/**
 * A question of the sell form. It is shown while the value of another input is far from the maker's, and always if the
 * question is already answered. Without JavaScript it is always shown.
 */
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
