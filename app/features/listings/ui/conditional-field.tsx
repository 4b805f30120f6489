import { type ReactNode, useRef } from "react";
import { isUnlikeMakers } from "#app/domain/categories/derive/measured.ts";
import { useInputValue } from "#app/features/models/ui/use-input-value.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";

interface ConditionalFieldProps {
  /** The input that shows the question when its value is far from the maker's. */
  readonly trigger: { readonly name: string; readonly within: number };
  readonly maker: string | undefined;
  readonly initial: string;
  readonly answered: boolean;
  readonly children: ReactNode;
}

/** A question that is shown while a value is unlike the maker's. Without JavaScript it is always shown. */
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
