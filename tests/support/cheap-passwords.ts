// Hashing a password takes 80 ms by design, and the database tests hash hundreds. This module makes scrypt do a
// thousandth of the work. app/platform/auth-crypto.test.ts checks the real parameters.
import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";

const { scrypt } = crypto;

function cheapScrypt(...[password, salt, length, options, done]: Parameters<typeof scrypt>): void {
  scrypt(password, salt, length, { ...options, N: 16 }, done);
}

// A worker's test files share `crypto`, and each of them runs this file: replace scrypt only once.
if (scrypt.name !== cheapScrypt.name) {
  Object.assign(crypto, { scrypt: cheapScrypt });
  syncBuiltinESMExports();
}
