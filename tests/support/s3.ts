import { createHash, createHmac } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import S3rver from "s3rver";

export type S3Peer = {
  /** STORAGE_URL of an empty bucket on it. */
  url: string;
  /** An address for a bucket that it does not have. */
  urlWithoutBucket: string;
  close(): Promise<void>;
};

// s3rver knows this one pair of credentials, and does not check version 4 signatures: `isSigned` does.
const KEY = "S3RVER";
const SECRET = "S3RVER";
const REGION = "eu-west-1";

/** An S3 server on loopback that refuses what is wrongly signed; its files go when it is closed. */
export async function startS3(): Promise<S3Peer> {
  const directory = await mkdtemp(join(tmpdir(), "second-serve-s3-"));
  const s3 = new S3rver({ silent: true, directory, configureBuckets: [{ name: "photos", configs: [] }] });
  await s3.configureBuckets();
  const answer = s3.callback();
  const server = createServer((request, response) => {
    if (isSigned(request)) answer(request, response);
    else response.writeHead(403).end("<Error><Code>SignatureDoesNotMatch</Code></Error>");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const urlOf = (bucket: string) =>
    `s3://${KEY}:${SECRET}@127.0.0.1:${port}/${bucket}?region=${REGION}&ssl=0`;
  return {
    url: urlOf("photos"),
    urlWithoutBucket: urlOf("nobodys-bucket"),
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
      await rm(directory, { recursive: true, force: true });
    },
  };
}

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=(?<key>[^/]+)\/(?<scope>\d{8}\/[^,]+), SignedHeaders=(?<names>[^,]+), Signature=(?<signature>[0-9a-f]{64})$/;

/** AWS Signature Version 4, as published; written here so that the client's own code is not what checks it. */
function isSigned(request: IncomingMessage): boolean {
  const given = AUTHORIZATION.exec(request.headers.authorization ?? "")?.groups;
  const moment = request.headers["x-amz-date"];
  if (!given?.scope || !given.names || given.key !== KEY || typeof moment !== "string") return false;
  const [path = "", query = ""] = (request.url ?? "").split("?");
  const headers = given.names.split(";").map((name) => `${name}:${String(request.headers[name]).trim()}\n`);
  const asked = [
    request.method,
    path,
    query.split("&").sort().join("&"),
    headers.join(""),
    given.names,
    request.headers["x-amz-content-sha256"],
  ].join("\n");
  const [day = "", region = "", service = "", end = ""] = given.scope.split("/");
  if (region !== REGION || service !== "s3" || !moment.startsWith(day)) return false;
  const signingKey = [day, region, service, end].reduce<string | Buffer>(
    (key, part) => createHmac("sha256", key).update(part).digest(),
    `AWS4${SECRET}`,
  );
  const text = [
    "AWS4-HMAC-SHA256",
    moment,
    given.scope,
    createHash("sha256").update(asked).digest("hex"),
  ].join("\n");
  return createHmac("sha256", signingKey).update(text).digest("hex") === given.signature;
}
