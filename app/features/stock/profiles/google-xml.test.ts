import { expect, test } from "vitest";
import { XmlRows } from "./google-xml.ts";

const START = `<?xml version="1.0"?><rss version="2.0"><channel>`;
const item = (id: string) => `<item><g:id>${id}</g:id></item>`;

function idsOf(...pieces: readonly string[]): readonly (string | undefined)[] {
  const xml = new XmlRows();
  const rows = [...pieces.flatMap((piece) => xml.read(piece)), ...xml.end()];
  return rows.map(({ cells }) => cells[0]);
}

test("an XML file that arrives in pieces becomes rows", () => {
  const whole = `${START}${item("A")}${item("B")}</channel></rss>`;
  expect(idsOf(...whole)).toEqual(["id", "A", "B"]);
});

test.each([
  ["is broken off between two items", `${START}${item("A")}`, 2],
  ["is broken off in an item", `${START}${item("A")}<item><g:id>B`, 2],
  ["closes an element that is not open", `${START}<item></g:id></item></channel></rss>`, 2],
  ["uses an entity of its own", `${START}<item><g:id>&name;</g:id></item></channel></rss>`, 1],
  ["has a document type", `<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY name "A">]>${START}`, 1],
  ["has elements in elements without end", `${START}${"<g:id>".repeat(100)}`, 1],
])("an XML file is refused, near the item with the fault, if it %s [V1.5.1]", (_, file, row) => {
  expect(() => idsOf(file)).toThrow(expect.objectContaining({ fault: "xml", row }));
});
