import { describe, expect, test } from "vitest";
import { csvLine } from "#app/domain/csv/write.ts";
import { EXCEL } from "#app/domain/csv-format.ts";
import { loader as template } from "#app/routes/stock/template.route.ts";
import { loader as values } from "#app/routes/stock/values.route.ts";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person } from "#tests/support/people.ts";
import { guardedContext } from "#tests/support/visitor.ts";
import { templateRows } from "./template.ts";

openDatabase();

const FILES = [
  { loader: template, path: "/sell/business/template.csv", name: "tennis-inventory-template.csv" },
  { loader: values, path: "/sell/business/values.csv", name: "tennis-inventory-values.csv" },
];

describe.each(FILES)("$path", ({ loader, path, name }) => {
  function download({ visitor }: Person): Promise<Response> {
    const request = visitor.request(path);
    return loader({ request, context: guardedContext(request) } as never);
  }

  test("is downloaded under its file name, as UTF-8 with a byte order mark, and not cached [M9.18]", async () => {
    const response = await download(await person());
    expect(Object.fromEntries(response.headers)).toEqual({
      "content-disposition": `attachment; filename="${name}"`,
      "content-type": "text/csv; charset=utf-8",
    });
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(new TextDecoder().decode(bytes)).toMatch(/^\w[^\n]+\r\n/);
  });

  test("can be downloaded sixty times an hour", async () => {
    const who = await person();
    for (let nth = 0; nth < 60; nth += 1) expect((await download(who)).status).toBe(200);
    expect(await who.visitor.open(loader, path)).toMatchObject({ status: 429 });
  });
});

test("the downloaded template has the rows of the template, in the requested format", async () => {
  const { visitor } = await person();
  const textOf = async (query: string) => {
    const request = visitor.request(`/sell/business/template.csv${query}`);
    return (await template({ request, context: guardedContext(request) } as never)).text();
  };
  const plain = templateRows().map((cells) => csvLine(cells));
  expect(await textOf("")).toBe(plain.join(""));
  expect(await textOf("?format=numbers")).toBe(plain.join(""));
  const excel = templateRows(EXCEL).map((cells) => csvLine(cells, EXCEL));
  expect(await textOf("?format=excel")).toBe(excel.join(""));
});

test("the downloaded list of values has semicolons when the format for Excel is requested", async () => {
  const request = (await person()).visitor.request("/sell/business/values.csv?format=excel");
  const text = await (await values({ request, context: guardedContext(request) } as never)).text();
  expect(text).toContain("\r\nbag;condition;no;New, Like New, Excellent, Good, Fair, Poor, Used;Used\r\n");
});
