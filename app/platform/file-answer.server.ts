/** Of the bytes that a file is sent as. */
interface FileVersion {
  /** A strong entity tag, with its quotation marks. */
  readonly etag: string;
  readonly modified?: Date;
  readonly length: number;
}

interface FileAnswer {
  readonly status: 200 | 206 | 304 | 416;
  readonly headers: Readonly<Record<string, string>>;
  /** The bytes to send; null for none. */
  readonly part: FilePart | null;
}

/** The bytes from `start` to the one before `end`. */
export interface FilePart {
  readonly start: number;
  readonly end: number;
}

/** Which part of a file a GET or HEAD asks for, by its conditions and its range (RFC 9110, 13 and 14). */
export function fileAnswer(
  file: FileVersion,
  method: string,
  header: (name: string) => string | string[] | null | undefined,
): FileAnswer {
  const { etag, modified, length } = file;
  const asked = (name: string) => header(name)?.toString() ?? "";
  const headers = {
    etag,
    "accept-ranges": "bytes",
    ...(modified && { "last-modified": modified.toUTCString() }),
  };
  if (isKnown(file, asked("if-none-match"), asked("if-modified-since")))
    return { status: 304, headers, part: null };
  const isWanted = method === "GET" && isUnchanged(file, asked("if-range"));
  const part = isWanted ? partIn(asked("range"), length) : null;
  if (part === "beyond")
    return {
      status: 416,
      // The file's other headers say how long the file may be cached.
      headers: { ...headers, "content-range": `bytes */${length}`, "cache-control": "no-store" },
      part: null,
    };
  const { start, end } = part ?? { start: 0, end: length };
  return {
    status: part ? 206 : 200,
    headers: {
      ...headers,
      "content-length": String(end - start),
      ...(part && { "content-range": `bytes ${start}-${end - 1}/${length}` }),
    },
    part: method === "HEAD" ? null : { start, end },
  };
}

/** HTTP dates have no milliseconds. */
const seconds = (date: Date) => Math.floor(date.getTime() / 1000);

function isKnown({ etag, modified }: FileVersion, ifNoneMatch: string, ifModifiedSince: string): boolean {
  if (ifNoneMatch !== "") return ifNoneMatch.split(",").some((tag) => isTag(tag.trim(), etag));
  const since = ifModifiedSince === "" ? Number.NaN : Date.parse(ifModifiedSince);
  return modified !== undefined && seconds(modified) * 1000 <= since;
}

function isTag(asked: string, etag: string): boolean {
  return asked === "*" || asked.replace(/^W\//, "") === etag;
}

/** Whether the client has a part of this version already, or of none. */
function isUnchanged({ etag, modified }: FileVersion, ifRange: string): boolean {
  return ifRange === "" || ifRange === etag || ifRange === modified?.toUTCString();
}

/** The one range of a header; null, for the whole file, when it has none, several, or an invalid one. */
function partIn(range: string, length: number): FilePart | "beyond" | null {
  const [, from = "", to = ""] = /^bytes=\s*(\d*)\s*-\s*(\d*)\s*$/i.exec(range) ?? [];
  if (from === "" && to === "") return null;
  // "-500": the last 500 bytes.
  if (from === "")
    return Number(to) === 0 || length === 0
      ? "beyond"
      : { start: Math.max(0, length - Number(to)), end: length };
  const start = Number(from);
  const last = to === "" ? length - 1 : Number(to);
  if (to !== "" && last < start) return null;
  return start >= length ? "beyond" : { start, end: Math.min(last + 1, length) };
}
