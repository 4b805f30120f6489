import { execFile } from "node:child_process";
import { EventEmitter } from "node:events";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { withoutObjects } from "./log.server.ts";

test("a logged error has its message, without the connection on which it happened", () => {
  const client = Object.assign(new EventEmitter(), { password: "secret" });
  const one = Object.assign(new Error("no such table"), { code: "42P01", client });
  const facts = withoutObjects(
    new AggregateError([one, Object.assign(new Error("two"), { client })], "both"),
  );
  expect(facts).toMatchObject({
    message: "both",
    aggregateErrors: [{ type: "Error", message: "no such table", code: "42P01" }, { message: "two" }],
  });
  expect(JSON.stringify(facts)).not.toMatch(/client|secret/);
});

test("a thrown value that is no error is logged as text", () => {
  expect(withoutObjects("gone" as unknown as Error)).toBe("gone");
});

test("a line that is logged during a request has its id, another line has none, and no line has a secret [V16.2.1 V16.2.5]", async () => {
  const program = `
    const { logger } = await import("#app/platform/log.server.ts");
    const { inRequest } = await import("#app/platform/request-context.server.ts");
    const later = async () => (await null, logger.error({ path: "/bags" }, "a page failed"));
    await inRequest({ id: "r1", locale: "en" }, later);
    logger.error("job failed");
    const headers = { cookie: "s3cret", authorization: "s3cret" };
    logger.error({ password: "s3cret", form: { password: "s3cret" }, headers }, "a form failed");
  `;
  const env = { PATH: process.env.PATH };
  const cwd = new URL("../..", import.meta.url);
  const arguments_ = ["--input-type=module", "--eval", program];
  const { stdout } = await promisify(execFile)(process.execPath, arguments_, { env, cwd });
  const [page, job] = stdout.split("\n").map((line) => line && JSON.parse(line));
  expect(page).toMatchObject({ requestId: "r1", path: "/bags", msg: "a page failed" });
  expect(job).not.toHaveProperty("requestId");
  expect(stdout).toContain("a form failed");
  expect(stdout).not.toContain("s3cret");
});
