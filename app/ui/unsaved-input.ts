/**
 * Whether leaving this page would lose input: a form field differs from its initial value. Forms marked `data-draft`
 * save their own drafts. A form marked `data-unsaved` was refused and came back with the user's input.
 */
export function hasUnsavedInput(page: Document): boolean {
  const forms = page.querySelectorAll<HTMLFormElement>("main form[method=post]:not([data-draft])");
  return [...forms].some((form) => form.hasAttribute("data-unsaved") || [...form.elements].some(isChanged));
}

function isChanged(field: Element): boolean {
  if (field instanceof HTMLTextAreaElement) return field.value !== field.defaultValue;
  if (field instanceof HTMLSelectElement) {
    return [...field.options].some((option) => option.selected !== option.defaultSelected);
  }
  if (!(field instanceof HTMLInputElement) || field.type === "hidden") return false;
  if (field.type === "checkbox" || field.type === "radio") return field.checked !== field.defaultChecked;
  if (field.type === "file") return (field.files?.length ?? 0) > 0;
  return field.value !== field.defaultValue;
}
