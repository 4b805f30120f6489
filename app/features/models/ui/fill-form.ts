import { flushSync } from "react-dom";

type Fills = Readonly<Record<string, string>>;

/**
 * Fills the inputs of a form, as if the seller had typed the values. What they typed themselves stays: only what is
 * empty, or is what the model before filled in (`before`), is replaced.
 */
export function fillForm(form: HTMLFormElement, fills: Fills, before: Fills): void {
  for (const name of new Set([...Object.keys(before), ...Object.keys(fills)])) {
    const input = form.elements.namedItem(name);
    if (!(input instanceof HTMLInputElement || input instanceof HTMLSelectElement)) continue;
    const value = fills[name] ?? "";
    if (input.value === value || (input.value !== "" && input.value !== before[name])) continue;
    input.value = value;
    // Rendered one after the other: a choice narrows the ones below it.
    flushSync(() => input.dispatchEvent(new Event("input", { bubbles: true })));
  }
}
