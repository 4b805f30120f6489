import { spawn } from "node:child_process";
import path from "node:path";
import { expect, inject, test } from "vitest";
// Types for `inject`.
import type {} from "#tests/support/prepare-data.ts";

const PROGRAM = path.resolve(import.meta.dirname, "../../bin/second-serve");

// The rows of `npm run torture` with small counts. Its output names the seed and each fault.
test("the short torture finds nothing lost, doubled or broken", async ({ signal }) => {
  const args = ["torture", "--short", "--template", inject("preparedDataDir")];
  const child = spawn(PROGRAM, args, { stdio: ["ignore", "pipe", "pipe"], signal });
  child.on("error", () => {}); // The test was stopped, and with it the program.
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (part) => (output += part));
  const code = await new Promise((resolve) => child.once("close", resolve));
  expect({ code, output: code === 0 ? "" : output }).toEqual({ code: 0, output: "" });
}, 600_000);
