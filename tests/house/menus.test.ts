// The times of menus (A9.17) are the defaults of Radix. This test fails if an update of Radix changes them.
import { expect, test } from "vitest";
import { read, source, walk } from "./source.ts";

/** The delays of all `setTimeout` calls in a file, in milliseconds. */
function waits(file: string): number[] {
  const found: number[] = [];
  walk(source(file).program, (node) => {
    if (node.type !== "CallExpression" || !/\bsetTimeout$/.test(nameOf(node.callee))) return;
    const time = node.arguments[1];
    if (time?.type === "Literal" && typeof time.value === "number") found.push(time.value);
  });
  return found.sort((a, b) => a - b);
}

function nameOf(callee: { type: string }): string {
  if ("name" in callee) return String(callee.name);
  return "property" in callee ? nameOf(callee.property as { type: string }) : "";
}

test("the times in the code of Radix menus are 100 ms to open a submenu, 300 ms to wait for the pointer, and 1,000 ms between letters of one word [A9.17]", () => {
  expect(waits("node_modules/@radix-ui/react-menu/dist/index.mjs")).toEqual([100, 300, 1000]);
  expect(read("app/ui/dropdown-menu.tsx")).toContain('import { DropdownMenu as Radix } from "radix-ui";');
});
