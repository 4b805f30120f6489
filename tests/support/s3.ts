import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import S3rver from "@20minutes/s3rver";

export type S3Peer = {
  /** The STORAGE_URL of an empty bucket. */
  url: string;
  /** The STORAGE_URL of a bucket that does not exist. */
  urlWithoutBucket: string;
  close(): Promise<void>;
};

// s3rver accepts only these credentials.
const CREDENTIALS = "S3RVER:S3RVER";

/** An S3 server on loopback that checks signatures. Closing it deletes its files. */
export async function startS3(): Promise<S3Peer> {
  const directory = await mkdtemp(join(tmpdir(), "second-serve-s3-"));
  const s3 = new S3rver({
    silent: true,
    directory,
    address: "127.0.0.1",
    port: 0,
    configureBuckets: [{ name: "photos", configs: [] }],
  });
  const { port } = await s3.run();
  const urlOf = (bucket: string) => `s3://${CREDENTIALS}@127.0.0.1:${port}/${bucket}?region=eu-west-1&ssl=0`;
  return {
    url: urlOf("photos"),
    urlWithoutBucket: urlOf("nobodys-bucket"),
    async close() {
      const closed = s3.close();
      s3.httpServer.closeAllConnections();
      await closed;
      await rm(directory, { recursive: true, force: true });
    },
  };
}
