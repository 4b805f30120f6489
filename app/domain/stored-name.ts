/**
 * While servers are replaced, an older one reads names that a newer one stored, such as a new action of the log of
 * staff (docs/decisions/0170-expand-then-contract.md). The type of a row promises a name of this version, so code that
 * looks a stored name up asks here.
 */

/** Whether this version has the stored name. */
export function hasName<Name extends string>(
  table: Readonly<Record<Name, unknown>>,
  name: string,
): name is Name {
  return Object.hasOwn(table, name);
}

/** The text of a stored name. A name that this version does not have is returned unchanged. */
export function storedText<Name extends string, Inputs extends readonly unknown[]>(
  texts: Readonly<Record<Name, (...inputs: Inputs) => string>>,
  name: string,
  ...inputs: Inputs
): string {
  return hasName(texts, name) ? texts[name](...inputs) : name;
}
