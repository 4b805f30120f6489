const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a text can be an id at all: the database refuses to compare others. */
export function isId(text: string | undefined): text is string {
  return text !== undefined && UUID.test(text);
}
