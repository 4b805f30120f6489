import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { compressed } from "./compressed.server.ts";

const PAGE = Buffer.from("Rackets for €189.00. ".repeat(500));

test("a page is sent in the smallest encoding that its reader accepts", async () => {
  const smallest = await compressed(PAGE, "gzip, deflate, br, zstd");
  expect(smallest.encoding).toBe("br");
  expect(brotliDecompressSync(smallest.body)).toEqual(PAGE);
  const gzipped = await compressed(PAGE, "gzip");
  expect(gzipped.encoding).toBe("gzip");
  expect(gunzipSync(gzipped.body)).toEqual(PAGE);
});

test.each(["", "identity", "br;q=0", "xgzip"])(
  "a reader that accepts %j gets the page uncompressed",
  async (accepted) => {
    expect(await compressed(PAGE, accepted)).toEqual({ body: PAGE });
  },
);
