// A password takes the shop 80 ms of a processor, by design, and the database tests hash and compare hundreds. Here the
// same function does a thousandth of the work; app/platform/password-cost.test.ts shows how much the shop has it do.
import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";

const { scrypt } = crypto;

function cheapScrypt(...[password, salt, length, options, done]: Parameters<typeof scrypt>): void {
  scrypt(password, salt, length, { ...options, N: 16 }, done);
}

// The files of a worker share the module, and each runs this one.
if (scrypt.name !== cheapScrypt.name) {
  Object.assign(crypto, { scrypt: cheapScrypt });
  syncBuiltinESMExports();
}
