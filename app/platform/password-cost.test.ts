import { scryptSync } from "node:crypto";
import { hashPassword } from "better-auth/crypto";
import { expect, test } from "vitest";

// The database tests hash with less work (tests/support/cheap-passwords.ts).
test("Better Auth hashes a password with scrypt, N=2^14, r=16, p=1", async () => {
  const [salt = "", key] = (await hashPassword("correct horse battery")).split(":");
  const options = { N: 2 ** 14, r: 16, p: 1, maxmem: 2 ** 26 };
  expect(scryptSync("correct horse battery", salt, 64, options).toString("hex")).toBe(key);
});
