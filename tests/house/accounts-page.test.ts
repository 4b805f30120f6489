// docs/accounts.md says which URL of the shop replaces which endpoint of the specification.
import { expect, test } from "vitest";
import { stateFaults } from "./references.ts";
import { failureText, read } from "./source.ts";

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

test("every endpoint of the specification has a row in docs/accounts.md [V6.1.3]", () => {
  expect(rows.map(([endpoint]) => endpoint)).toEqual(expect.arrayContaining(ENDPOINTS));
});

test("every statement that docs/accounts.md names has a test", () => {
  const found = rows.flatMap(([endpoint = "", id = ""]) =>
    stateFaults(id, "met").map((fault) => `${endpoint}: ${fault}`),
  );
  expect(failureText("Fix docs/accounts.md, or the titles of tests.", found)).toBe("");
});
