// The size of a request body is limited before the body is parsed. These tests send every route's action a body that is
// larger than any form.

import path from "node:path";
import { describe, expect, test } from "vitest";
import routes from "#app/routes.ts";
import { openDatabase } from "#tests/support/database.ts";
import { person } from "#tests/support/people.ts";
import { addressesOf } from "#tests/support/routes.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { root } from "./source.ts";

type Action = Parameters<Visitor["run"]>[0];

const modules = await Promise.all(
  [...new Map(addressesOf(await routes).map(({ file, address }) => [file, address]))].map(
    async ([file, address]) => {
      const { action } = (await import(/* @vite-ignore */ path.join(root, "app", file))) as {
        action?: Action;
      };
      return { address, action };
    },
  ),
);
const actions = modules.flatMap(({ address, action }) => (action ? [{ address, action }] : []));

/** URL paths whose request body is a file, not a form. */
const FILES = ["/photos", "/sell/business/uploads"];

/**
 * By URL path, the maximum size of a form that contains a file, in megabytes. The fields and headers of such a form
 * have the same limits as those of other forms.
 */
const LARGE: Readonly<Record<string, number>> = { "/sell/business": 6, "/profile/picture": 20 };

const PIECE = 64 * 1024;
const MEGABYTE = 1024 * 1024;
const FORM = "application/x-www-form-urlencoded";
const MULTIPART = "multipart/form-data; boundary=----Boundary7MA4YWxkTrZu0gW";
const part = (head: string) => `------Boundary7MA4YWxkTrZu0gW\r\n${head}\r\n\r\nb\r\n`;

/** The bodies to send. Each repeats `text`. An action must refuse the body after reading at most `enough` bytes. */
const FLOODS = {
  "fields without a value": { type: FORM, text: "a&", enough: 2 * PIECE },
  "fields with a value": { type: FORM, text: "a=b&", enough: 2 * PIECE },
  parts: { type: MULTIPART, text: part('Content-Disposition: form-data; name="a"'), enough: 12 * PIECE },
  "bytes in one field": { type: FORM, text: "b", enough: MEGABYTE + 2 * PIECE },
  "headers of one part": { type: MULTIPART, text: "X: a\r\n", enough: MEGABYTE + 2 * PIECE },
  "JSON inside JSON": { type: "application/json", text: "[", enough: 2 * PIECE },
};

/** Makes a request with a body of 21 MB. `read` returns how many of its bytes were read. */
function flood(path: string, who: Visitor, { type, text }: { type: string; text: string }) {
  const pieces = 21 * (MEGABYTE / PIECE);
  const piece = new TextEncoder().encode(text.repeat(Math.ceil(PIECE / text.length)));
  let read = 0;
  const body = new ReadableStream(
    {
      pull(stream) {
        if (read > pieces * PIECE) return stream.close();
        read += piece.length;
        stream.enqueue(piece);
      },
    },
    { highWaterMark: 0 },
  );
  const init = { method: "POST", body, duplex: "half", headers: { "content-type": type } } as RequestInit;
  return { request: who.request(path, init), read: () => read };
}

openDatabase();

describe.each(Object.entries(FLOODS))("a body with a flood of %s", (_, sent) => {
  test.each(actions)("is refused by $address before it is parsed", async ({ address, action }) => {
    const params = { id: "0198f000-0000-7000-8000-000000000000", "*": "callback/apple" };
    for (const who of [new Visitor(), (await person("flooder")).visitor]) {
      const { request, read } = flood(address, who, sent);
      const outcome = await who.run(action, request, params);
      expect(outcome.status).toBeLessThan(500);
      // An action that reads nothing has refused the visitor or the URL. Files have limits of their own.
      if (FILES.includes(address) || read() === 0) continue;
      expect(outcome.status).toBe(413);
      expect(JSON.stringify(outcome.data)).toMatch(/too (much|large)|larger than|at most/);
      const isLong = sent.enough > MEGABYTE && address in LARGE;
      expect(read()).toBeLessThanOrEqual(isLong ? (LARGE[address] ?? 0) * MEGABYTE + PIECE : sent.enough);
    }
  });
});

test("the list of actions to test includes /auth and /profile/picture", () => {
  expect(actions.map(({ address }) => address)).toEqual(
    expect.arrayContaining(["/auth", "/profile/picture"]),
  );
});
