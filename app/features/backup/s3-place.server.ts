import { hash } from "node:crypto";
import { Readable } from "node:stream";
import { AwsClient } from "aws4fetch";
import type { StoragePlace } from "#app/platform/storage-url.server.ts";
import { BackupFault, type BackupPlace } from "./format.server.ts";
import { PREFIX } from "./retention.ts";
import { retried } from "./retried.server.ts";

/** In bytes. A store takes 10,000 parts, and each but the last has at least 5 MiB. */
const PART = 16 * 1024 * 1024;

/** For a part, and for an answer without a file, in milliseconds. */
const PATIENCE = 300_000;
const SHORT_PATIENCE = 20_000;

/** Backups in a bucket. A file is written in parts, because its size is not known before, and may exceed the memory. */
export function bucketPlace(place: StoragePlace & { kind: "s3" }): BackupPlace {
  const { endpoint, bucket, region, accessKeyId, secretAccessKey } = place;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: "s3", retries: 3 });
  const base = `${endpoint}/${bucket}`;

  /** `address`: the name of a file, or nothing, and a query. */
  async function answer(method: string, address: string, init: Omit<RequestInit, "method"> = {}) {
    return client.fetch(address.startsWith("?") ? base + address : new URL(address, `${base}/`), {
      method,
      ...init,
    });
  }

  async function call(
    method: string,
    address: string,
    body?: Uint8Array<ArrayBuffer> | string,
    stop?: AbortSignal,
  ) {
    const sent = body !== undefined && { body, headers: { "x-amz-content-sha256": hash("sha256", body) } };
    const { response, text } = await retried(async () => {
      const signal = AbortSignal.timeout(method === "GET" ? SHORT_PATIENCE : PATIENCE);
      const response = await answer(method, address, { ...sent, signal });
      return { response, text: await response.text() };
    }, stop);
    // A store may find that it cannot join the parts after it has sent its 200.
    const [, fault = ""] = /<Error>[\s\S]*?<Code>(\w+)<\/Code>/.exec(text) ?? [];
    if (!response.ok || fault !== "")
      throw new Error(
        `S3 answered ${response.status} ${fault} to ${method} ${bucket}/${address.split("?")[0]}`,
      );
    return { text, etag: response.headers.get("etag") ?? "" };
  }

  async function head(name: string) {
    return retried(() => answer("HEAD", name, { signal: AbortSignal.timeout(SHORT_PATIENCE) }));
  }

  /** The file from its byte `from` on. */
  async function bodyOf(name: string, from: number) {
    const response = await answer("GET", name, from === 0 ? {} : { headers: { range: `bytes=${from}-` } });
    if (response.body && response.status === (from === 0 ? 200 : 206)) return response.body;
    await response.body?.cancel();
    throw new Error(`S3 answered ${response.status} to GET ${bucket}/${name}`);
  }

  /** A connection that breaks is opened again where it broke. */
  async function* contentOf(name: string, bytes: number): AsyncGenerator<Uint8Array> {
    for (let read = 0; read < bytes; ) {
      const before = read;
      const body = await retried(() => bodyOf(name, before));
      try {
        for await (const piece of body as AsyncIterable<Uint8Array>) {
          read += piece.byteLength;
          yield piece;
        }
      } catch (error) {
        if (read === before) throw error;
      }
    }
  }

  async function upload(name: string, content: Readable, uploadId: string, signal?: AbortSignal) {
    const etags: string[] = [];
    let bytes = 0;
    for await (const part of inParts(content)) {
      signal?.throwIfAborted();
      const address = `${name}?partNumber=${etags.length + 1}&uploadId=${uploadId}`;
      const { etag } = await call("PUT", address, part, signal);
      etags.push(etag);
      bytes += part.byteLength;
    }
    const parts = etags.map(
      (etag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${etag}</ETag></Part>`,
    );
    const list = `<CompleteMultipartUpload>${parts.join("")}</CompleteMultipartUpload>`;
    await call("POST", `${name}?uploadId=${uploadId}`, list);
    return bytes;
  }

  return {
    async write(name, content, signal) {
      try {
        const { status } = await head(name);
        if (status === 200) throw new BackupFault(`There is a file ${name} in ${bucket} already.`);
        const { text } = await call("POST", `${name}?uploads=`);
        const uploadId = encodeURIComponent(/<UploadId>([^<]+)<\/UploadId>/.exec(text)?.[1] ?? "");
        try {
          return await upload(name, content, uploadId, signal);
        } catch (error) {
          // The store may be what failed. Then its rule for unfinished uploads deletes the parts.
          await Promise.allSettled([call("DELETE", `${name}?uploadId=${uploadId}`)]);
          throw error;
        }
      } finally {
        content.destroy();
      }
    },
    async read(name) {
      const { ok, status, headers } = await head(name);
      if (status === 404) throw new BackupFault("There is no such file.");
      if (!ok) throw new Error(`S3 answered ${status} to HEAD ${bucket}/${name}`);
      const bytes = Number(headers.get("content-length"));
      // The request is sent when the stream is first read.
      return { content: Readable.from(contentOf(name, bytes)), bytes };
    },
    async list() {
      const names: string[] = [];
      for (let token: string | undefined = ""; token !== undefined; ) {
        const from: string = token === "" ? "" : `&continuation-token=${encodeURIComponent(token)}`;
        const { text } = await call("GET", `?list-type=2&prefix=${PREFIX}${from}`);
        for (const [, name = ""] of text.matchAll(/<Key>([\w.-]+)<\/Key>/g)) names.push(name);
        token = /<NextContinuationToken>([^<]+)<\/NextContinuationToken>/.exec(text)?.[1];
      }
      return names;
    },
    async delete(name) {
      await call("DELETE", name);
    },
  };
}

async function* inParts(content: Readable): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of content as AsyncIterable<Uint8Array>) {
    pieces.push(piece);
    bytes += piece.byteLength;
    if (bytes < PART) continue;
    yield Buffer.concat(pieces);
    pieces = [];
    bytes = 0;
  }
  yield Buffer.concat(pieces);
}
