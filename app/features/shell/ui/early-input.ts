import { useEffect, useState } from "react";
import { useHydrated } from "#app/ui/use-hydrated.ts";

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** How somebody left a control that the page's scripts had not taken over yet. */
type Early = { readonly control: Control; readonly value: string; readonly checked: boolean };

function isTick(control: Control): control is HTMLInputElement {
  return control instanceof HTMLInputElement && ["checkbox", "radio"].includes(control.type);
}

function wasChanged(control: Control): boolean {
  if (control instanceof HTMLSelectElement) {
    const usual = [...control.options].find((option) => option.defaultSelected) ?? control.options[0];
    return usual !== undefined && control.value !== usual.value;
  }
  if (isTick(control)) return control.checked !== control.defaultChecked;
  return !["hidden", "file", "range"].includes(control.type) && control.value !== control.defaultValue;
}

function changedControls(): Early[] {
  const controls = document.querySelectorAll<Control>("main :is(input, select, textarea)[name]");
  return [...controls].filter(wasChanged).map((control) => ({
    control,
    value: control.value,
    checked: isTick(control) && control.checked,
  }));
}

/**
 * An event that changes nothing is none to React, which notes what each control was set to: so it is set to something
 * else before, and to the value behind React's back.
 */
function doAgain({ control, value, checked }: Early): void {
  if (!control.isConnected) return;
  if (isTick(control)) {
    // Of radios only the chosen one is pressed: that lets go of the other.
    if (!checked && control.type === "radio") return;
    control.checked = !checked;
    control.click();
    return;
  }
  control.value = "";
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), "value") ?? {};
  set?.call(control, value);
  control.dispatchEvent(new Event("input", { bubbles: true }));
  // Who is still typing is not done: leaving the field says so then.
  if (control !== document.activeElement) control.dispatchEvent(new Event("change", { bubbles: true }));
}

/**
 * What somebody ticked, chose and typed on a slow line before the page's scripts were there, done again: React, taking
 * over, puts its own values back into what it controls, and of the rest nobody has heard. To be called above all forms,
 * since it looks before they are taken over and acts after.
 */
export function useEarlyInput(): void {
  const hydrated = useHydrated();
  const [early] = useState(() => (hydrated || typeof document === "undefined" ? [] : changedControls()));
  useEffect(() => {
    // Outside of React's own work, in which an event's changes would not be drawn before the next event.
    const timer = setTimeout(() => early.forEach(doAgain));
    return () => clearTimeout(timer);
  }, [early]);
}
