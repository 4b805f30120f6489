import { AsyncLocalStorage } from "node:async_hooks";
import { createHmac } from "node:crypto";
import { emailOTP } from "better-auth/plugins/email-otp";
import { phoneNumber } from "better-auth/plugins/phone-number";

export const CODE_SECONDS = 600;
const CODE_LENGTH = 6;
const CODE_TRIES = 5;

/** One-time codes by mail. They sign in, create no accounts, and are stored as hashes. */
export function mailedCodes(secret: string) {
  return emailOTP({
    disableSignUp: true,
    otpLength: CODE_LENGTH,
    expiresIn: CODE_SECONDS,
    allowedAttempts: CODE_TRIES,
    // There are only a million codes: without a secret in the hash, a reader of the table could find each code by
    // hashing all of them.
    storeOTP: {
      hash: async (code) => createHmac("sha256", secret).update(`code ${code}`).digest("base64url"),
    },
    sendVerificationOTP: async () => {},
  });
}

/**
 * The stored hash of a texted code. Typed codes are hashed in the same way, because Better Auth compares texts.
 * @param number in E.164
 */
export function hashedTextedCode(number: string, code: string, secret: string): string {
  return createHmac("sha256", secret).update(`texted code ${number} ${code}`).digest("base64url");
}

/** A row of `verifications` in which the hash replaces a texted code. Rows of other kinds are returned unchanged. */
export function withHashedCode<Row extends { identifier: string; value: string }>(
  row: Row,
  secret: string,
): { data: Row } {
  const [, code, tries] = /^(\d{6}):(\d+)$/.exec(row.value) ?? [];
  if (!code || !row.identifier.startsWith("+")) return { data: row };
  return { data: { ...row, value: `${hashedTextedCode(row.identifier, code, secret)}:${tries}` } };
}

/**
 * Better Auth gives a code or a token only to a callback, which calls `give`; `during` returns it to the caller in whose
 * `run` it was made.
 */
export function captured<Value>() {
  const values = new AsyncLocalStorage<Value[]>();
  return {
    give: (value: Value) => void values.getStore()?.push(value),
    during: async (run: () => Promise<unknown>): Promise<Value | null> => {
      const given: Value[] = [];
      await values.run(given, run);
      return given[0] ?? null;
    },
  };
}

const codes = captured<string>();

/**
 * One-time codes by text message; `withHashedCode` hashes them before they are stored. The same plugin of Better Auth
 * stores a user's verified phone number.
 */
export function textedCodes() {
  return phoneNumber({
    otpLength: CODE_LENGTH,
    expiresIn: CODE_SECONDS,
    allowedAttempts: CODE_TRIES,
    // The command that calls Better Auth sends the text message.
    sendOTP: ({ code }) => codes.give(code),
    schema: {
      user: { fields: { phoneNumber: "phone_number", phoneNumberVerified: "phone_number_verified" } },
    },
  });
}

/** @returns the code that Better Auth wanted to send during `run` */
export async function captureCode(run: () => Promise<unknown>): Promise<string> {
  const code = await codes.during(run);
  if (!code) throw new Error("No code was created.");
  return code;
}
