import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

test("console messages are logged as one JSON object a line, with their level", async () => {
  const program = `
    const { logConsole } = await import(process.env.LOG_CONSOLE);
    logConsole();
    console.log("one %s", "word");
    console.error("failed:", new Error("two\\nlines"));
    process.emitWarning("deprecated");
  `;
  const env = {
    PATH: process.env.PATH,
    LOG_CONSOLE: new URL("./log-console.server.ts", import.meta.url).href,
  };
  const output = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", program], {
    env,
  });
  expect(output.stderr).toBe("");
  expect(
    output.stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line)),
  ).toMatchObject([
    { level: 30, msg: "one word" },
    { level: 50, msg: "failed:", err: { message: "two\nlines" } },
    { level: 40, err: { message: "deprecated" } },
  ]);
});
