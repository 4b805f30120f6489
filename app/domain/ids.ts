const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a text is a valid id. The database raises an error for any other text. */
export function isId(text: string | undefined): text is string {
  return text !== undefined && UUID.test(text);
}
