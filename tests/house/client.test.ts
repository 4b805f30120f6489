// The generated part of the client in clients/typescript matches the operations of the API.
import path from "node:path";
import { expect, test } from "vitest";
import { clientTypes } from "#tests/support/client-types.ts";
import { root } from "./source.ts";

// `npm run client` runs this test with --update, which writes the file instead of comparing it.
test("clients/typescript/generated.ts matches the operations of the API: otherwise run npm run client", async () => {
  await expect(await clientTypes()).toMatchFileSnapshot(path.join(root, "clients/typescript/generated.ts"));
});
