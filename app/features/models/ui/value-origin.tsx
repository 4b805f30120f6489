import { type RefObject, useEffect, useRef, useState } from "react";
import { m } from "#app/paraglide/messages.js";

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

/** The current value of the input `name` in the form around `element`. */
export function useInputValue(element: RefObject<HTMLElement | null>, name: string, initial: string): string {
  const [value, setValue] = useState(initial);
  useEffect(() => {
    const form = element.current?.closest("form");
    if (!form) return;
    const read = () => {
      const input = form.elements.namedItem(name);
      if (input instanceof HTMLInputElement || input instanceof HTMLSelectElement) setValue(input.value);
    };
    read();
    form.addEventListener("input", read);
    return () => form.removeEventListener("input", read);
  }, [element, name]);
  return value;
}
