import { flushSync } from "react-dom";
import { isReplaceable } from "#app/domain/models/fill.ts";

type Fills = Readonly<Record<string, string>>;

/** Fills a form as if the seller had typed the values. `before` are the values of the previous model. */
export function fillForm(form: HTMLFormElement, fills: Fills, before: Fills): void {
  for (const name of new Set([...Object.keys(before), ...Object.keys(fills)])) {
    const input = form.elements.namedItem(name);
    if (!(input instanceof HTMLInputElement || input instanceof HTMLSelectElement)) continue;
    const value = fills[name] ?? "";
    if (input.value === value || !isReplaceable(input.value, before[name])) continue;
    input.value = value;
    // Rendered after each input: a choice limits the options of the inputs below it.
    flushSync(() => input.dispatchEvent(new Event("input", { bubbles: true })));
  }
}
