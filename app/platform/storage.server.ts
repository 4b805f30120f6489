import { hash, randomUUID } from "node:crypto";
import { mkdir, open, readFile, rename, rm, rmdir, stat } from "node:fs/promises";
import { dirname, extname, join } from "node:path";
import { AwsClient } from "aws4fetch";
import { LRUCache } from "lru-cache";
import { env } from "./env.server.ts";
import { parseStorageUrl, type StoragePlace } from "./storage-url.server.ts";

/** `length` is in bytes. A body that nobody reads is to be cancelled. */
export type Stored = {
  body: Uint8Array<ArrayBuffer> | ReadableStream;
  contentType: string;
  length: number;
  modified: Date;
};

/**
 * A store for files. Keys contain the hash of their content, which therefore never changes. A key has parts joined by
 * "/", of letters, digits, "_", "-", and dots that are neither first nor last.
 */
export interface Storage {
  /** Stores all or nothing. Once it resolves, the file survives a power failure. */
  put(key: string, body: Uint8Array<ArrayBuffer>, contentType: string): Promise<void>;
  get(key: string): Promise<Stored | null>;
  has(key: string): Promise<boolean>;
  /** Deleting a missing key is not an error. */
  delete(key: string): Promise<void>;
}

/** Opens the storage of a STORAGE_URL, without any access to disk or network. */
export function openStorage(url: string): Storage {
  const place = parseStorageUrl(url);
  return place.kind === "file" ? fileStorage(place.root) : s3Storage(place);
}

let opened: { url: string; storage: Storage } | undefined;

/** The storage of `env().storageUrl`. */
export function storage(): Storage {
  const url = env().storageUrl;
  if (opened?.url !== url) opened = { url, storage: openStorage(url) };
  return opened.storage;
}

const KEY = /^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*(\/[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*)*$/;

/** Whether a text is a key. No key can leave its folder ("..") or be a temporary file (".….tmp"). */
export function isStorageKey(text: string): boolean {
  return text.length <= 500 && KEY.test(text);
}

function checked(key: string): string {
  if (!isStorageKey(key)) throw new Error(`Not a storage key: ${JSON.stringify(key)}`);
  return key;
}

// Files have no content type, so it follows from the extension of the key.
const TYPES: Readonly<Record<string, string>> = {
  ".webp": "image/webp",
  ".avif": "image/avif",
  ".jpg": "image/jpeg",
  ".png": "image/png",
  ".svg": "image/svg+xml",
};

const MAX_RECENT_BYTES = 16 * 1024 * 1024;
const MAX_RECENT_FILE = 512 * 1024;

function fileStorage(root: string): Storage {
  const pathOf = (key: string) => join(root, checked(key));
  // Opening, reading and closing a file costs more processor time than the rest of a picture's response.
  const recent = new LRUCache<string, Pick<Stored, "modified"> & { body: Uint8Array<ArrayBuffer> }>({
    maxSize: MAX_RECENT_BYTES,
    maxEntrySize: MAX_RECENT_FILE,
    sizeCalculation: ({ body }, path) => body.byteLength + 2 * path.length + 512,
  });
  return {
    async put(key, body) {
      const path = pathOf(key);
      const temporary = join(dirname(path), `.${randomUUID()}.tmp`);
      try {
        await writeDurably(temporary, body);
        await rename(temporary, path);
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
      await syncFolder(dirname(path));
    },
    async get(key) {
      const path = pathOf(key);
      const now = await orNull(stat(path));
      if (!now) return null;
      const last = recent.get(path);
      const isSame = last?.modified.getTime() === now.mtime.getTime() && last.body.length === now.size;
      const body = isSame ? last.body : await orNull(readFile(path));
      if (!body) return null;
      if (!isSame) recent.set(path, { body, modified: now.mtime });
      const contentType = TYPES[extname(key)] ?? "application/octet-stream";
      return { body, contentType, length: body.length, modified: now.mtime };
    },
    async has(key) {
      return (await orNull(stat(pathOf(key)))) !== null;
    },
    async delete(key) {
      const path = pathOf(key);
      await rm(path, { force: true });
      // Removes an empty folder, and fails for others.
      await rmdir(dirname(path)).catch(() => {});
    },
  };
}

async function writeDurably(path: string, body: Uint8Array): Promise<void> {
  const file = await openInFolder(path);
  try {
    await file.writeFile(body);
    await file.sync();
  } finally {
    await file.close();
  }
}

// Tries twice, because a `delete` may remove the empty folder in between.
async function openInFolder(path: string) {
  await makeFolder(dirname(path));
  try {
    return await open(path, "wx");
  } catch (error) {
    if (!isMissing(error)) throw error;
    await makeFolder(dirname(path));
    return await open(path, "wx");
  }
}

async function makeFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true });
  // A new folder is durable only when its parent is synced to disk.
  for (let folder = path; first && folder.length >= first.length; folder = dirname(folder)) {
    await syncFolder(dirname(folder));
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await orNull(open(path, "r"));
  await folder?.sync().finally(() => folder.close());
}

async function orNull<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR");
}

function s3Storage(place: StoragePlace & { kind: "s3" }): Storage {
  const { endpoint, bucket, region, accessKeyId, secretAccessKey } = place;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: "s3", retries: 3 });

  async function call(
    method: string,
    key: string,
    init: { body?: Uint8Array<ArrayBuffer>; headers?: HeadersInit } = {},
  ) {
    const url = `${endpoint}/${bucket}/${checked(key)}`;
    const response = await client.fetch(url, { method, ...init, signal: AbortSignal.timeout(20_000) });
    if (response.ok || (response.status === 404 && method === "HEAD")) return response;
    const fault = /<Code>(\w+)<\/Code>/.exec(await response.text())?.[1] ?? "";
    const isMissing = fault === "NoSuchKey" || (method === "GET" && fault !== "NoSuchBucket");
    if (response.status === 404 && isMissing) return response;
    throw new Error(`S3 answered ${response.status} ${fault} to ${method} ${bucket}/${key}`);
  }

  // Node's fetch holds the connection until the body is read or cancelled.
  async function drop(response: Response): Promise<void> {
    if (!response.bodyUsed) await response.body?.cancel();
  }

  return {
    async put(key, body, contentType) {
      const headers = {
        "content-type": contentType,
        "cache-control": "public, max-age=31536000, immutable",
        // With this hash, the store refuses a body that was damaged on the way.
        "x-amz-content-sha256": hash("sha256", body),
      };
      await drop(await call("PUT", key, { body, headers }));
    },
    async get(key) {
      const response = await call("GET", key);
      if (!response.ok || !response.body) return null;
      return {
        body: response.body,
        contentType: response.headers.get("content-type") ?? "application/octet-stream",
        length: Number(response.headers.get("content-length")),
        modified: new Date(response.headers.get("last-modified") ?? 0),
      };
    },
    async has(key) {
      const response = await call("HEAD", key);
      await drop(response);
      return response.ok;
    },
    async delete(key) {
      await drop(await call("DELETE", key));
    },
  };
}
