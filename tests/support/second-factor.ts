import { action as settings } from "#app/routes/security/two-factor.route.tsx";
import { newPerson } from "./accounts.ts";
import { totp } from "./totp.ts";
import type { Visitor } from "./visitor.ts";

export type Enrolled = {
  visitor: Visitor;
  /** The `otpauth:` URI, as an authenticator app reads it. */
  uri: string;
  backupCodes: readonly string[];
};

const PATH = "/profile/security/two-factor";

async function enrol(visitor: Visitor): Promise<Enrolled> {
  const started = await visitor.submit(settings, PATH, { intent: "start" });
  const { uri } = (started.data as { value: { enrolment: { uri: string } } }).value.enrolment;
  const answer = await visitor.submit(settings, PATH, { intent: "switch-on", code: totp(uri) });
  const { codes } = (answer.data as { value: { codes: readonly string[] } }).value;
  return { visitor, uri, backupCodes: codes };
}

export async function newEnrolled(username: string): Promise<Enrolled> {
  return enrol(await newPerson(username));
}
