import { MIMEType } from "node:util";
import { withoutUnseen } from "#app/domain/text-rules.ts";
import { heldByAddress } from "./held-bytes.server.ts";
import { clientAddress } from "./rate-limit.server.ts";
import { Refused } from "./refused.server.ts";

export interface BodyLimits {
  /** Checked while reading, whatever `content-length` says. */
  readonly bytes: number;
  /** The most pairs of an urlencoded form, or parts of a multipart form. Omitted when the body is not parsed. */
  readonly fields?: number;
}

/** Enough for all forms without files. */
export const FORM_LIMITS = { bytes: 1024 * 1024, fields: 6_000 };

/** Thrown before the body is parsed, and without reading the rest of it. */
export class BodyTooLarge extends Error {}

// Each chunk costs as much time as reading a kilobyte. Networks deliver hundreds of bytes at a time, so only attackers
// send many smaller chunks.
const CHUNKS = 1_000;
const BYTES_OF_A_CHUNK = 64;

/** How long a body may bring no byte. */
const SILENCE_MS = 10_000;
// 3 KB/s, less than the slowest mobile networks have.
const WINDOW_MS = 20_000;
const BYTES_OF_A_WINDOW = 60 * 1024;
/** When a client may send again that holds too much memory. */
const HELD_SECONDS = 10;

// For the headers of one multipart part, which are slow to parse.
const HEAD_BYTES = 2 * 1024;
const HEAD_LINES = 8;

const URLENCODED = "application/x-www-form-urlencoded";
const MULTIPART = "multipart/form-data";

interface FormType {
  /**
   * The content type for the parser, made from the counted boundary, so that the parser splits the form the same way.
   */
  readonly type: string;
  readonly separator: Buffer;
  readonly isMultipart: boolean;
}

function formTypeOf(request: Request): FormType | null {
  const header = request.headers.get("content-type") ?? "";
  const { essence, params } = mimeTypeOf(header) ?? {};
  if (essence === URLENCODED) return { type: URLENCODED, separator: Buffer.from("&"), isMultipart: false };
  const boundary = params?.get("boundary") ?? "";
  if (essence !== MULTIPART || !/^[\w'()+,./:=?-]{1,70}$/.test(boundary)) return null;
  const type = `${MULTIPART}; boundary="${boundary}"`;
  return { type, separator: Buffer.from(boundary), isMultipart: true };
}

function mimeTypeOf(header: string): MIMEType | null {
  try {
    return new MIMEType(header);
  } catch {
    return null;
  }
}

/** Whether the request has a multipart form, which can contain files. */
export function isMultipart(request: Request): boolean {
  return formTypeOf(request)?.isMultipart ?? false;
}

/**
 * The body of a request in chunks, as they arrive. Other code reads bodies only through this function.
 * @throws BodyTooLarge as soon as there is more than the limits allow
 * @throws Refused "error_stalled" when it arrives too slowly, or not at all
 */
export async function* bodyOf(request: Request, limits: BodyLimits): AsyncGenerator<Uint8Array> {
  if (Number(request.headers.get("content-length")) > limits.bytes) throw new BodyTooLarge();
  const form = limits.fields === undefined ? null : formTypeOf(request);
  const count = form && separatorCounter(form.separator, (limits.fields ?? 0) + 1);
  let bytes = 0;
  let chunks = 0;
  for await (const chunk of request.body ? pacedChunks(request.body) : []) {
    bytes += chunk.length;
    chunks++;
    if (bytes > limits.bytes || chunks > CHUNKS + bytes / BYTES_OF_A_CHUNK) throw new BodyTooLarge();
    count?.(chunk);
    yield chunk;
  }
}

/** Counts only the time in which the server waits for the client, not the time in which it is busy with the last chunk. */
async function* pacedChunks(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  let waited = 0;
  let arrived = 0;
  try {
    for (;;) {
      const began = performance.now();
      const { done, value } = await beforeSilence(reader.read());
      if (done) return;
      waited += performance.now() - began;
      arrived += value.length;
      if (waited >= WINDOW_MS) {
        if (arrived < BYTES_OF_A_WINDOW) throw new Refused("error_stalled");
        waited = 0;
        arrived = 0;
      }
      yield value;
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

async function beforeSilence<T>(read: Promise<T>): Promise<T> {
  const silence = Promise.withResolvers<never>();
  const timer = setTimeout(() => silence.reject(new Refused("error_stalled")), SILENCE_MS);
  try {
    return await Promise.race([read, silence.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Throws BodyTooLarge above `most` separators, also when chunks split them. */
function separatorCounter(separator: Buffer, most: number): (chunk: Uint8Array) => void {
  let count = 0;
  let rest = Buffer.alloc(0);
  return (chunk) => {
    if (separator.length === 1) {
      const [byte] = separator;
      // A hostile body can have a separator in every second byte, for which `indexOf` takes ten times as long.
      for (const current of chunk) if (current === byte && ++count > most) throw new BodyTooLarge();
      return;
    }
    const text = Buffer.concat([rest, chunk]);
    let from = 0;
    for (let at = text.indexOf(separator); at !== -1; at = text.indexOf(separator, from)) {
      if (++count > most) throw new BodyTooLarge();
      from = at + separator.length;
    }
    // A separator may continue in the next chunk.
    rest = text.subarray(Math.max(from, text.length - separator.length + 1));
  };
}

/** The whole body of a request. @throws BodyTooLarge, Refused "error_stalled" or "too_often" */
export async function bytesOf(request: Request, limits: BodyLimits): Promise<Uint8Array<ArrayBuffer>> {
  const address = clientAddress(request);
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of bodyOf(request, limits)) {
      chunks.push(chunk);
      length += chunk.length;
      if (heldByAddress.add(address, chunk.length)) throw new Refused("too_often", { seconds: HELD_SECONDS });
    }
    return joined(chunks, length);
  } finally {
    heldByAddress.add(address, -length);
  }
}

/** Joins the chunks, and empties the array meanwhile, so that a body is not in memory twice. */
export function joined(chunks: Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(length);
  let at = 0;
  for (let chunk = chunks.shift(); chunk; chunk = chunks.shift()) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

/** The form of a request, with its files; null, without reading the body, when it is no form. @throws BodyTooLarge */
export async function formIn(request: Request, limits: Required<BodyLimits>): Promise<FormData | null> {
  return formTypeOf(request) ? parsedForm(request, await bytesOf(request, limits)) : null;
}

/**
 * Parses a form that `bodyOf` has read; null when it is no form.
 * @throws BodyTooLarge when the headers of a part are longer than those of browsers
 */
export async function parsedForm(request: Request, bytes: Uint8Array<ArrayBuffer>): Promise<FormData | null> {
  const form = formTypeOf(request);
  if (!form) return null;
  if (form.isMultipart) refuseLongHeads(Buffer.from(bytes.buffer), form.separator);
  const parsed = new Response(bytes, { headers: { "content-type": form.type } });
  return parsed.formData().then(legible, () => null);
}

/** The fields with passwords, which stay as they were typed, and are never sent back in a page. */
export const SECRETS = ["current", "current_password", "password", "confirm"];

/** Removes from all texts of a form the characters that nobody can see (docs/decisions/0122). */
function legible(form: FormData): FormData {
  const read = new FormData();
  for (const [name, value] of form)
    read.append(name, typeof value === "string" && !SECRETS.includes(name) ? withoutUnseen(value) : value);
  return read;
}

function refuseLongHeads(body: Buffer, boundary: Buffer): void {
  for (let at = body.indexOf(boundary); at !== -1; at = body.indexOf(boundary, at + boundary.length)) {
    const start = body.subarray(at, at + HEAD_BYTES);
    const end = start.indexOf("\r\n\r\n");
    if (end === -1 && start.length === HEAD_BYTES) throw new BodyTooLarge();
    const head = start.toString("latin1", 0, end === -1 ? undefined : end);
    if (head.split("\r\n").length > HEAD_LINES) throw new BodyTooLarge();
  }
}

/** No body has so many levels. */
const MOST_LEVELS = 32;

/** A value from a JSON body, whose texts are like those of a form. @throws RangeError if it has too many levels */
export function legibleJson(value: unknown, name = "", level = 0): unknown {
  if (level > MOST_LEVELS) throw new RangeError("The JSON has too many levels.");
  if (typeof value === "string") return SECRETS.includes(name) ? value : withoutUnseen(value);
  if (Array.isArray(value)) return value.map((each) => legibleJson(each, "", level + 1));
  if (value === null || typeof value !== "object") return value;
  const entries = Object.entries(value).map(([key, each]) => [key, legibleJson(each, key, level + 1)]);
  return Object.fromEntries(entries);
}

/** The value of a JSON body of at most `bytes`; undefined when it is not JSON. @throws BodyTooLarge */
export async function jsonIn(request: Request, bytes: number): Promise<unknown> {
  const text = new TextDecoder().decode(await bytesOf(request, { bytes }));
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
