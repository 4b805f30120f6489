import { useEffect } from "react";

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

const CONTROLS = "main :is(input, select, textarea)[name]";

const early = new Map<Control, Early>();

function note(control: Control): void {
  if (!wasChanged(control)) early.delete(control);
  else early.set(control, { control, value: control.value, checked: isTick(control) && control.checked });
}

function noteEvent({ target }: Event): void {
  if (target instanceof Element && target.matches(CONTROLS)) note(target as Control);
}

/**
 * Notes what is ticked, chosen and typed until `useEarlyInput` does it again: what was changed before, and what is
 * while React takes over, which on a slow machine is long enough for that. To be called once, before React begins.
 */
export function noteEarlyInput(): void {
  for (const control of document.querySelectorAll<Control>(CONTROLS)) note(control);
  for (const type of ["input", "change"]) document.addEventListener(type, noteEvent, true);
}

function takeEarlyInput(): Early[] {
  for (const type of ["input", "change"]) document.removeEventListener(type, noteEvent, true);
  const taken = [...early.values()];
  early.clear();
  return taken;
}

/**
 * An event that changes nothing is none to React, which notes what each control was set to: so it is set to something
 * else before, and to the value behind React's back.
 */
function replay({ control, value, checked }: Early): void {
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
 * so that they listen by then.
 */
export function useEarlyInput(): void {
  useEffect(() => {
    const taken = takeEarlyInput();
    // Outside of React's own work, in which an event's changes would not be drawn before the next event.
    if (taken.length > 0) setTimeout(() => taken.forEach(replay));
  }, []);
}
