import { flushSync } from "react-dom";

type Fills = Readonly<Record<string, string>>;

/**
 * Fills a form as if the seller had typed the values. Replaces only empty values and those of the previous model
 * (`before`), not what the seller typed.
 */
export function fillForm(form: HTMLFormElement, fills: Fills, before: Fills): void {
  for (const name of new Set([...Object.keys(before), ...Object.keys(fills)])) {
    const input = form.elements.namedItem(name);
    if (!(input instanceof HTMLInputElement || input instanceof HTMLSelectElement)) continue;
    const value = fills[name] ?? "";
    if (input.value === value || (input.value !== "" && input.value !== before[name])) continue;
    input.value = value;
    // Rendered after each input: a choice limits the options of the inputs below it.
    flushSync(() => input.dispatchEvent(new Event("input", { bubbles: true })));
  }
}
