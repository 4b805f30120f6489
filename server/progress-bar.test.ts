import { expect, test } from "vitest";
import { progressBar } from "./progress-bar.ts";

function terminal(isTTY: boolean) {
  const written: string[] = [];
  return { isTTY, written, write: (text: string) => written.push(text) };
}

test("a bar is drawn in one line of a terminal, and removed", () => {
  const output = terminal(true);
  const bar = progressBar(output);
  bar.show("tables", 0.5);
  bar.show("tables", 0.500001);
  bar.show("tables", 1);
  bar.end();
  bar.end();
  expect(output.written).toEqual([
    `\r\u001b[K[${"=".repeat(15)}${" ".repeat(15)}]  50 % tables`,
    `\r\u001b[K[${"=".repeat(30)}] 100 % tables`,
    "\r\u001b[K",
  ]);
});

test("a log gets no bar", () => {
  const output = terminal(false);
  const bar = progressBar(output);
  bar.show("tables", 1);
  bar.end();
  expect(output.written).toEqual([]);
});
