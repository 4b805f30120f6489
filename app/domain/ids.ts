const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The database raises an error for a text that is no valid id. */
export function isId(text: string | undefined): text is string {
  return text !== undefined && UUID.test(text);
}

/** The smallest id that can be created at this moment. Ids are UUIDv7, which sort by creation time. */
export function firstIdAt(moment: Date): string {
  const hex = moment.getTime().toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}
