/** The state of a list of suggestions, for the ARIA attributes of its input. */
export interface Combobox {
  readonly list: string;
  readonly expanded: boolean;
  /** The id of the active suggestion, which Enter chooses. */
  readonly active: string | undefined;
}

/** The ARIA attributes of the input; none until the code of the list is loaded, because the input works without it. */
export function comboboxProps(combobox: Combobox | undefined) {
  return (
    combobox && {
      role: "combobox",
      "aria-autocomplete": "list" as const,
      "aria-expanded": combobox.expanded,
      "aria-controls": combobox.list,
      "aria-activedescendant": combobox.active,
    }
  );
}

/**
 * Whether a key press belongs to an input method, such as the Enter that accepts a composed word. Safari ends the
 * composition before this Enter, and marks it only by the key code 229.
 */
export function isComposing(event: Pick<KeyboardEvent, "isComposing" | "keyCode">): boolean {
  return event.isComposing || event.keyCode === 229;
}
