import { useEffect } from "react";

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** A control that the user changed before hydration. */
type Early = {
  readonly control: Control;
  /** Of a field for text: what React sets when it resets the field. */
  readonly initial: string | undefined;
  readonly value: string;
  readonly checked: boolean;
};

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

const CONTROLS = ":is(main, header) :is(input, select, textarea)[name]";

const early = new Map<Control, Early>();

function recordControl(control: Control): void {
  if (!wasChanged(control)) early.delete(control);
  else
    early.set(control, {
      control,
      initial: "defaultValue" in control ? control.defaultValue : undefined,
      value: control.value,
      checked: isTick(control) && control.checked,
    });
}

function noteEvent({ target }: Event): void {
  if (target instanceof Element && target.matches(CONTROLS)) recordControl(target as Control);
}

/** Records the user's input until `useEarlyInput` replays it. Call it once, before React starts. */
export function noteEarlyInput(): void {
  for (const control of document.querySelectorAll<Control>(CONTROLS)) recordControl(control);
  for (const type of ["input", "change"]) document.addEventListener(type, noteEvent, true);
}

function takeEarlyInput(): Early[] {
  for (const type of ["input", "change"]) document.removeEventListener(type, noteEvent, true);
  const inputs = [...early.values()];
  early.clear();
  return inputs;
}

/** The control that replaced another one: a restored draft renders its form anew. */
function successorOf(control: Control): Control | undefined {
  const isSame = (other: Control) =>
    other.name === control.name &&
    other.type === control.type &&
    (!isTick(other) || other.value === control.value);
  const [same, ...others] = [...document.querySelectorAll<Control>(CONTROLS)].filter(isSame);
  return others.length === 0 ? same : undefined;
}

/** With what the user has typed since then, unless React has reset the field. */
function typedOn(control: Control, { initial, value }: Early): string {
  return initial !== undefined && control.value !== initial && control.value.startsWith(value)
    ? control.value
    : value;
}

/**
 * React ignores an event that does not change the value it last set. So the control gets another value first, and then
 * the value of the user, by a setter that React does not observe.
 */
function replay(early: Early): void {
  const { control: typed, checked } = early;
  const control = typed.isConnected ? typed : successorOf(typed);
  if (!control) return;
  if (isTick(control)) {
    if (!checked && control.type === "radio") return;
    control.checked = !checked;
    control.click();
    return;
  }
  const latest = typedOn(control, early);
  control.value = "";
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), "value") ?? {};
  set?.call(control, latest);
  control.dispatchEvent(new Event("input", { bubbles: true }));
  // While the user still types, the browser sends this event later.
  if (control !== document.activeElement) control.dispatchEvent(new Event("change", { bubbles: true }));
}

/**
 * Replays the input that the user made before hydration, which React has reset without calling a handler. Call it above
 * all forms: effects of children run first, so their handlers are attached.
 */
export function useEarlyInput(): void {
  useEffect(() => {
    const inputs = takeEarlyInput();
    // In a separate task: during this effect, React would not render the changes until the next event.
    if (inputs.length > 0) setTimeout(() => inputs.forEach(replay));
  }, []);
}
