import { z } from "zod";
import { EMAIL } from "#app/domain/email.ts";

/**
 * Better Auth checks addresses by `z.email()`, which refuses top-level domains outside ASCII, in IDNA too. Neither has an
 * option for another pattern, so this changes Zod's own, for the whole program.
 */
export function patchZodEmail(): void {
  z.regexes.email.compile(EMAIL.source);
}
