/** A position in the list of notifications, which is ordered by time and id. */
export interface NotificationCursor {
  /** Microseconds since 1970. */
  readonly micros: number;
  readonly id: string;
}

const CURSOR = /^(\d{1,16})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;
/** The largest number of microseconds that a JavaScript number represents exactly. It is a time in the year 2255. */
const LAST = Number.MAX_SAFE_INTEGER;

/** Formats a cursor for a URL: "1764000000123456.0198…". */
export function cursorText({ micros, id }: NotificationCursor): string {
  return `${micros}.${id}`;
}

export function readCursor(text: string): NotificationCursor | undefined {
  const [, micros, id] = CURSOR.exec(text) ?? [];
  if (id === undefined || Number(micros) > LAST) return undefined;
  return { micros: Number(micros), id };
}
