import { type RefObject, useEffect, useState } from "react";

/**
 * The current value of an input while the seller types. The input is in the form around `element`.
 * @param initial the input's value when the form is loaded
 */
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
