import { parseWithZod } from "@conform-to/zod/v4";
import { describe, expect, test } from "vitest";
import { readPhoneNumber } from "./addressee.server.ts";
import { forgotSchema, signInSchema, signUpSchema } from "./schema.ts";

const GOOD = {
  username: "Anna",
  email: "anna@example.com",
  password: "correct horse",
  confirm: "correct horse",
};

function errorsOf(schema: Parameters<typeof parseWithZod>[1]["schema"], fields: Record<string, string>) {
  const submission = parseWithZod(new URLSearchParams(fields), { schema });
  return submission.status === "error" ? submission.error : {};
}

describe("the schema of sign-up", () => {
  test("accepts a valid form, trims it, and puts the email address in lower case", () => {
    const submission = parseWithZod(
      new URLSearchParams({ ...GOOD, username: " Anna ", email: " Anna@Example.COM " }),
      {
        schema: signUpSchema,
      },
    );
    expect(submission.status === "success" && submission.value).toMatchObject({
      username: "Anna",
      email: "anna@example.com",
    });
  });

  test.each([
    ["username", "", "Username is required."],
    ["username", "   ", "Username is required."],
    ["username", "a", "Username must be at least 2 characters"],
    ["username", "a".repeat(41), "Username must be at most 40 characters"],
    ["username", "an@na", "Username may not contain @, slashes or invisible characters"],
    ["email", "", "Email is required."],
    ["email", "  ", "Email is required."],
    ["email", "anna", "Enter a valid email address."],
    ["username", "an\0na", "Username may not contain @, slashes or invisible characters"],
    ["username", "\u3164anna", "Username may not contain @, slashes or invisible characters"],
    ["email", "an\0na@example.com", "Enter a valid email address."],
    ["email", `${"a".repeat(250)}@example.com`, "Enter a valid email address."],
    ["password", "", "Password is required."],
    ["password", "short", "Password must be at least 8 characters."],
    ["password", "x".repeat(129), "Password must be at most 128 characters."],
    ["confirm", "", "Please confirm your password."],
    ["confirm", "correct horsf", "Passwords do not match."],
  ])("refuses, in the field %s, %j: %s [A5.4 A5.5 A5.6 A5.8 V6.2.1]", (field, value, text) => {
    expect(errorsOf(signUpSchema, { ...GOOD, [field]: value })?.[field]).toEqual([text]);
  });

  test("reports different passwords even when something else is wrong", () => {
    const errors = errorsOf(signUpSchema, { ...GOOD, username: "", confirm: "another horse" });
    expect(Object.keys(errors ?? {}).sort()).toEqual(["confirm", "username"]);
  });

  test("refuses a NUL in a password", () => {
    const password = "correct\0horse";
    expect(errorsOf(signUpSchema, { ...GOOD, password, confirm: password })).toHaveProperty("password");
  });

  test("refuses two values for one field", () => {
    const twice = new URLSearchParams({ ...GOOD });
    twice.append("username", "Bert");
    expect(parseWithZod(twice, { schema: signUpSchema }).status).toBe("error");
  });
});

describe("the schema of sign-in", () => {
  test.each([
    ["identifier", "", "Email or username is required."],
    ["identifier", "  ", "Email or username is required."],
    ["identifier", "a@", "Enter a valid email address."],
    ["identifier", "a", "Username not found"],
    ["identifier", "an\0na", "Username not found"],
    ["identifier", "x".repeat(300), "Username not found"],
    ["password", "", "Password is required."],
  ])("refuses, in the field %s, %j: %s [A5.4 A5.5 A5.6 A5.8]", (field, value, text) => {
    expect(errorsOf(signInSchema, { identifier: "anna", password: "x", [field]: value })?.[field]).toEqual([
      text,
    ]);
  });
});

test("the form for a forgotten password requires a valid email address", () => {
  expect(errorsOf(forgotSchema, { email: "anna" })).toEqual({ email: ["Enter a valid email address."] });
});

test("a text that is far too long is no phone number, and the library does not read it", () => {
  expect(readPhoneNumber("+31 6 12345678", "NL")).toBe("+31612345678");
  // Reading this would take a minute.
  expect(readPhoneNumber(`;phone-context=+${"1".repeat(99_000)}x`, "NL")).toBeNull();
});
