/**
 * Whether a key press belongs to an input method, such as the Enter that accepts a composed word. Safari ends the
 * composition before this Enter, and marks it only by the key code 229.
 */
export function isComposing(event: Pick<KeyboardEvent, "isComposing" | "keyCode">): boolean {
  return event.isComposing || event.keyCode === 229;
}
