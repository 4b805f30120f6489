import { EventEmitter } from "node:events";
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
