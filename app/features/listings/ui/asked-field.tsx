import { type ReactNode, useRef } from "react";
import { isUnlikeMakers } from "#app/domain/categories/derive/measured.ts";
import { useInputValue } from "#app/features/models/ui/use-input-value.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";

interface AskedFieldProps {
  /** The input whose distance from the maker's value makes the form ask. */
  readonly asking: { readonly name: string; readonly within: number };
  readonly maker: string | undefined;
  readonly initial: string;
  readonly answered: boolean;
  readonly children: ReactNode;
}

/** A question that is shown while a value is unlike the maker's. Without JavaScript it is always shown. */
export function AskedField({ asking, maker, initial, answered, children }: AskedFieldProps) {
  const field = useRef<HTMLDivElement>(null);
  const hydrated = useHydrated();
  const value = useInputValue(field, asking.name, initial);
  const isUnlike =
    maker !== undefined &&
    value.trim() !== "" &&
    isUnlikeMakers(Number(value.replace(",", ".")), Number(maker), asking.within);
  return (
    <div ref={field} hidden={hydrated && !answered && !isUnlike}>
      {children}
    </div>
  );
}
