import { useRef } from "react";
import { m } from "#app/paraglide/messages.js";
import { useInputValue } from "./use-input-value.ts";

interface ValueOriginProps {
  readonly name: string;
  /** `value` is in the format of the input, `text` in that of a sentence. */
  readonly maker: { readonly value: string; readonly text: string };
  /** The input's value when the form is loaded. */
  readonly initial: string;
}

/** Says whether the current value of an input is the maker's, or one that the seller typed. */
export function ValueOrigin({ name, maker, initial }: ValueOriginProps) {
  const mark = useRef<HTMLSpanElement>(null);
  const value = useInputValue(mark, name, initial);
  const isMakers = value === maker.value;
  return (
    <span ref={mark} className={isMakers ? "font-semibold text-ink" : undefined}>
      {isMakers ? m.model_makers_value() : value !== "" && m.model_your_value({ value: maker.text })}
    </span>
  );
}
