import { type RefObject, useEffect, useState } from "react";

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
