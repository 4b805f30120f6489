import { createHmac } from "node:crypto";
import { emailOTP } from "better-auth/plugins/email-otp";

/** For how long a one-time code works. */
export const CODE_SECONDS = 600;
const CODE_LENGTH = 6;
/** After so many wrong tries a code is dead. */
const CODE_TRIES = 5;

/** Codes by mail (account-shell-home §5, §7): they sign in, make no accounts, and are kept as hashes. */
export function mailedCodes(secret: string) {
  return emailOTP({
    disableSignUp: true,
    otpLength: CODE_LENGTH,
    expiresIn: CODE_SECONDS,
    allowedAttempts: CODE_TRIES,
    // A million hashes are made in a second: without the secret those of all codes could be compared.
    storeOTP: {
      hash: async (code) => createHmac("sha256", secret).update(`code ${code}`).digest("base64url"),
    },
    // The command that asks for a code (`createVerificationOTP`) sends it, in the language of its request.
    sendVerificationOTP: async () => {},
  });
}
