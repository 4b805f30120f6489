import { spawnSync } from "node:child_process";
import path from "node:path";
import { expect, test } from "vitest";

const PROGRAM = path.resolve(import.meta.dirname, "../../bin/second-serve");

// Node alone loads these files, without Vite, and nothing else in a test does. Measuring itself takes minutes.
test.each([
  ["bench", 'There is no part "nothing"'],
  ["torture", 'There is no row "nothing"'],
  ["lighthouse", 'There is no page "nothing"'],
])("bin/second-serve %s loads, and refuses a name that it does not know", (command, sentence) => {
  const { status, stderr } = spawnSync(PROGRAM, [command, "nothing"], {
    encoding: "utf8",
    timeout: 60_000,
  });
  expect(stderr).toContain(sentence);
  expect(status).toBe(1);
});
