import { createHash } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { db } from "#app/platform/db.server.ts";
import { configure, env } from "#app/platform/env.server.ts";
import { isLeaked } from "#app/platform/leaked-passwords.server.ts";
import { newPerson, signUpFields } from "#tests/support/accounts.ts";
import { captureNotices } from "#tests/support/captured-notices.ts";
import { openDatabase } from "#tests/support/database.ts";
import { faultsIn, Visitor } from "#tests/support/visitor.ts";
import { action as auth } from "./auth.route.tsx";

const LEAKED = "leaked somewhere else";
const SAFE = "a brand new password";
const TEXT = "This password has appeared in a data breach. Please choose another one.";

const sha1 = (text: string) => createHash("sha1").update(text).digest("hex").toUpperCase();

// A local service with the API of Have I Been Pwned.
const requests: string[] = [];
let answers: (prefix: string) => { status: number; body: string };
const service = createServer((request, response) => {
  const prefix = request.url?.split("/").at(-1) ?? "";
  requests.push(request.url ?? "");
  const { status, body } = answers(prefix);
  response.writeHead(status).end(body);
});

openDatabase(async (url) => {
  await captureNotices(url);
  await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
  const { port } = service.address() as AddressInfo;
  configure({ ...env(), leakCheckUrl: `http://127.0.0.1:${port}/range/` });
});
afterAll(() => void service.close());
beforeEach(async () => {
  for (const table of ["users", "mails", "rate_limits"] as const) await db().deleteFrom(table).execute();
  requests.length = 0;
  answers = (prefix) => {
    const lines = [LEAKED].map(sha1).filter((hash) => hash.startsWith(prefix));
    const padding = `${"0".repeat(35)}:3\r\n${sha1(SAFE).slice(5)}:0`;
    return { status: 200, body: [...lines.map((hash) => `${hash.slice(5)}:42`), padding].join("\r\n") };
  };
});

describe("the check for leaked passwords", () => {
  test("sends only the first five characters of the hash to the service", async () => {
    expect(await isLeaked(LEAKED)).toBe(true);
    expect(requests).toEqual([`/range/${sha1(LEAKED).slice(0, 5)}`]);
  });

  test("ignores hashes with a count of zero, with which the service pads its answers", async () => {
    expect(await isLeaked(SAFE)).toBe(false);
    expect(requests).toHaveLength(1);
  });

  test.each([
    ["an error", () => ({ status: 503, body: "" })],
    ["something else", () => ({ status: 200, body: "<html>:42" })],
  ])("lets a password pass when the service answers %s", async (_, answer) => {
    answers = answer;
    expect(await isLeaked(LEAKED)).toBe(false);
  });

  test("lets a password pass when the service cannot be reached or no service is set [V16.5.2]", async () => {
    const before = env();
    try {
      configure({ ...before, leakCheckUrl: "http://127.0.0.1:1/range/" });
      expect(await isLeaked(LEAKED)).toBe(false);
      configure({ ...before, leakCheckUrl: undefined });
      expect(await isLeaked(LEAKED)).toBe(false);
      expect(requests).toEqual([]);
    } finally {
      configure(before);
    }
  });
});

describe("a leaked password is refused at its field", () => {
  test("at sign-up, whether or not the email address has an account [V6.2.12]", async () => {
    await newPerson("Anna");
    for (const email of ["anna@example.com", "nobody@example.com"]) {
      const outcome = await new Visitor().submit(auth, "/auth", signUpFields("Somebody", email, LEAKED));
      expect(outcome.status).toBe(422);
      expect(faultsIn(outcome)).toEqual({ password: [TEXT] });
    }
    expect(await db().selectFrom("users").select("id").execute()).toHaveLength(1);
  });
});
