import { hash } from "node:crypto";
import { Readable } from "node:stream";
import { AwsClient } from "aws4fetch";
import type { StoragePlace } from "#app/platform/storage-url.server.ts";
import { BackupFault, type BackupPlace } from "./format.server.ts";
import { PREFIX } from "./retention.ts";

/** In bytes. A store takes 10,000 parts, and each but the last has at least 5 MiB. */
const PART = 16 * 1024 * 1024;

/** For a part, in milliseconds. */
const PATIENCE = 300_000;

/** Backups in a bucket. A file is written in parts, because its size is not known before, and may exceed the memory. */
export function bucketPlace(place: StoragePlace & { kind: "s3" }): BackupPlace {
  const { endpoint, bucket, region, accessKeyId, secretAccessKey } = place;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: "s3", retries: 3 });
  const base = `${endpoint}/${bucket}`;

  /** `address`: the name of a file, or nothing, and a query. */
  async function answer(method: string, address: string, body?: Uint8Array<ArrayBuffer> | string) {
    return client.fetch(address.startsWith("?") ? base + address : new URL(address, `${base}/`), {
      method,
      ...(body !== undefined && { body, headers: { "x-amz-content-sha256": hash("sha256", body) } }),
      ...(method !== "GET" && { signal: AbortSignal.timeout(PATIENCE) }),
    });
  }

  async function call(method: string, address: string, body?: Uint8Array<ArrayBuffer> | string) {
    const response = await answer(method, address, body);
    const text = await response.text();
    // A store may find that it cannot join the parts after it has sent its 200.
    const [, fault = ""] = /<Error>[\s\S]*?<Code>(\w+)<\/Code>/.exec(text) ?? [];
    if (!response.ok || fault !== "")
      throw new Error(
        `S3 answered ${response.status} ${fault} to ${method} ${bucket}/${address.split("?")[0]}`,
      );
    return { text, etag: response.headers.get("etag") ?? "" };
  }

  async function upload(name: string, content: Readable, uploadId: string, signal?: AbortSignal) {
    const etags: string[] = [];
    let bytes = 0;
    for await (const part of inParts(content)) {
      signal?.throwIfAborted();
      const { etag } = await call("PUT", `${name}?partNumber=${etags.length + 1}&uploadId=${uploadId}`, part);
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
        const { status } = await answer("HEAD", name);
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
      const response = await answer("GET", name);
      if (response.ok && response.body)
        return {
          content: Readable.from(response.body),
          bytes: Number(response.headers.get("content-length")),
        };
      await response.body?.cancel();
      if (response.status === 404) throw new BackupFault("There is no such file.");
      throw new Error(`S3 answered ${response.status} to GET ${bucket}/${name}`);
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
