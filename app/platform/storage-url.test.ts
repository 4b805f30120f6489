import { join } from "node:path";
import { expect, test } from "vitest";
import { EnvError, parseEnv } from "./env.server.ts";
import { parseStorageUrl } from "./storage-url.server.ts";

test("a URL can name a folder", () => {
  expect(parseStorageUrl("file:/var/photos")).toEqual({ kind: "file", root: "/var/photos" });
  expect(parseStorageUrl("file:///var/my%20photos")).toEqual({ kind: "file", root: "/var/my photos" });
  expect(parseStorageUrl("file:photos")).toEqual({ kind: "file", root: join(process.cwd(), "photos") });
});

test("a URL can name an S3 store", () => {
  expect(parseStorageUrl("s3://AKIA:a%2Fb%2B@s3.example.org:9000/shop?region=eu-central-1&ssl=0")).toEqual({
    kind: "s3",
    endpoint: "http://s3.example.org:9000",
    bucket: "shop",
    region: "eu-central-1",
    accessKeyId: "AKIA",
    secretAccessKey: "a/b+",
  });
  expect(parseStorageUrl("s3://k:s@s3.example.org/shop")).toMatchObject({
    endpoint: "https://s3.example.org",
    region: undefined,
  });
});

test.each([
  ["ftp://x/y", "must look like file:"],
  ["photos", "must look like file:"],
  ["file:", "must name a folder"],
  ["file:///", "must name a folder"],
  ["file://elsewhere/photos", "must name a folder"],
  ["s3://host/bucket", "the key, the secret or the host is missing"],
  ["s3://k:s3cr3t@host", "must name one bucket"],
  ["s3://k:s3cr3t@host/a/b", "must name one bucket"],
  ["s3://k:s3cr3t@host/shop?ssl=yes", "must have 0 or 1 as its ssl"],
  ["s3://k:s3cr3t@host/shop?regoin=eu", "has parameters that mean nothing here: regoin"],
  ["s3://k:%E0%A4s3cr3t@host/shop", "percent-encoded"],
])("the fault of %j is reported at the start, without the secret", (url, fault) => {
  let thrown: unknown;
  try {
    parseEnv({ STORAGE_URL: url });
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toBeInstanceOf(EnvError);
  const faults = (thrown as EnvError).faults;
  expect(faults).toEqual([expect.stringMatching(/^STORAGE_URL (must|has) .+\.$/)]);
  expect(faults[0]).toContain(fault);
  expect(faults[0]).not.toContain("s3cr3t");
});
