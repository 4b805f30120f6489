// docs/accounts.md says which URL of the shop replaces which endpoint of the specification, and which test shows it.
// These tests check that no endpoint is missing, and that the named tests exist.
import { expect, test } from "vitest";
import { hasTitleOrText, references } from "./references.ts";
import { exists, failureText, read } from "./source.ts";

/** The specification's endpoints (A7), which the rows of the table begin with. */
const ENDPOINTS = [
  "POST /token, password",
  "POST /token, pkce",
  "POST /token, id_token",
  "POST /token, refresh_token",
  "POST /otp",
  "POST /verify",
  "POST /sso",
  "POST /resend",
  "POST /recover",
  "GET /reauthenticate",
  "GET /user",
  "PUT /user",
  "GET /authorize",
  "GET /user/identities/authorize",
  "DELETE /user/identities/{identity_id}",
  "POST /factors",
  "POST /factors/{factorId}/challenge",
  "POST /factors/{factorId}/verify",
  "DELETE /factors/{factorId}",
  "sign-out, local",
  "sign-out, others",
  "sign-out, global",
];

const rows = read("docs/accounts.md")
  .split("\n")
  .filter((line) => line.startsWith("| ") && !line.startsWith("| spec"))
  .map((line) => line.slice(2, -2).split(" | "));

test("every endpoint of the specification has a row in docs/accounts.md", () => {
  expect(rows.map(([endpoint]) => endpoint)).toEqual(expect.arrayContaining(ENDPOINTS));
});

test("every row of docs/accounts.md names a test that exists", () => {
  const found = rows.flatMap(([endpoint = "", , , shown = ""]) => {
    const named = references(shown);
    const missing = named.filter(({ file, name }) => !exists(file) || !name || !hasTitleOrText(file, name));
    if (named.length === 0) return [`${endpoint}: no test shows it`];
    return missing.map(({ file, name }) => `${endpoint}: there is no ${file} › ${name}`);
  });
  expect(failureText("Fix docs/accounts.md: a row follows the code that it speaks of.", found)).toBe("");
});
