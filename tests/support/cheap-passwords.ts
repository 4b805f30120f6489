// Hashing a password takes the shop 80 ms by design, and the database tests hash hundreds. Here scrypt runs with a
// thousandth of the work; app/platform/password-cost.test.ts checks the shop's own parameters.
import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";

const { scrypt } = crypto;

function cheapScrypt(...[password, salt, length, options, done]: Parameters<typeof scrypt>): void {
  scrypt(password, salt, length, { ...options, N: 16 }, done);
}

// The test files of a worker share the module, and each runs this file.
if (scrypt.name !== cheapScrypt.name) {
  Object.assign(crypto, { scrypt: cheapScrypt });
  syncBuiltinESMExports();
}
