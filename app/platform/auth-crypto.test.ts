import { scryptSync } from "node:crypto";
import { hashPassword, symmetricDecrypt, symmetricEncrypt } from "better-auth/crypto";
import { expect, test } from "vitest";

// The database tests hash with less work (tests/support/cheap-passwords.ts).
test("Better Auth hashes a password with scrypt, N=2^14, r=16, p=1 [V11.4.2]", async () => {
  const [salt = "", key] = (await hashPassword("correct horse battery")).split(":");
  const options = { N: 2 ** 14, r: 16, p: 1, maxmem: 2 ** 26 };
  expect(scryptSync("correct horse battery", salt, 64, options).toString("hex")).toBe(key);
});

test("Better Auth encrypts with a nonce and a checksum: equal texts differ, and a changed one is refused [V11.3.3]", async () => {
  const key = "a secret of 32 characters at least";
  const [one, other] = [
    await symmetricEncrypt({ key, data: "s3cret" }),
    await symmetricEncrypt({ key, data: "s3cret" }),
  ];
  expect(one).not.toBe(other);
  expect(await symmetricDecrypt({ key, data: one })).toBe("s3cret");
  const changed = one.replace(/.$/, (last) => (last === "0" ? "1" : "0"));
  await expect(async () => symmetricDecrypt({ key, data: changed })).rejects.toThrow();
});
