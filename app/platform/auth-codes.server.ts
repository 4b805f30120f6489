import { AsyncLocalStorage } from "node:async_hooks";
import { createHmac } from "node:crypto";
import { emailOTP } from "better-auth/plugins/email-otp";
import { phoneNumber } from "better-auth/plugins/phone-number";

/** For how long a one-time code works. */
export const CODE_SECONDS = 600;
const CODE_LENGTH = 6;
/** After so many wrong tries a code is dead. */
const CODE_TRIES = 5;

/** Codes by mail (A5.17, A7.10): they sign in, make no accounts, and are kept as hashes. */
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

/**
 * A texted code as it is kept, and as Better Auth is to be given what somebody typed: it compares the two as they are.
 * @param number in E.164
 */
export function hashedTextedCode(number: string, code: string, secret: string): string {
  return createHmac("sha256", secret).update(`texted code ${number} ${code}`).digest("base64url");
}

/** A row of `verifications` with the hash in the place of a texted code; its count of tries and all other rows as they are. */
export function withHashedCode<Kept extends { identifier: string; value: string }>(
  kept: Kept,
  secret: string,
): { data: Kept } {
  const [, code, tries] = /^(\d{6}):(\d+)$/.exec(kept.value) ?? [];
  if (!code || !kept.identifier.startsWith("+")) return { data: kept };
  return { data: { ...kept, value: `${hashedTextedCode(kept.identifier, code, secret)}:${tries}` } };
}

const handed = new AsyncLocalStorage<string[]>();

/** Codes by text message, kept as hashes too, and the one number of a person that they were proven to read. */
export function textedCodes() {
  return phoneNumber({
    otpLength: CODE_LENGTH,
    expiresIn: CODE_SECONDS,
    allowedAttempts: CODE_TRIES,
    // As with mail: whoever asked sends.
    sendOTP: ({ code }) => {
      handed.getStore()?.push(code);
    },
    schema: {
      user: { fields: { phoneNumber: "phone_number", phoneNumberVerified: "phone_number_verified" } },
    },
  });
}

/** The code that Better Auth would have sent while `ask` ran. */
export async function handedCode(ask: () => Promise<unknown>): Promise<string> {
  const codes: string[] = [];
  await handed.run(codes, ask);
  const [code] = codes;
  if (!code) throw new Error("No code was made.");
  return code;
}
