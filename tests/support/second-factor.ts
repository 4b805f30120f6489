import { action as settings } from "#app/routes/security/two-factor.route.tsx";
import { newPerson } from "./accounts.ts";
import { totp } from "./totp.ts";
import type { Visitor } from "./visitor.ts";

export type Enrolled = {
  /** Signed in, in the browser that enrolled. */
  visitor: Visitor;
  /** The address that an authenticator is set up with. */
  uri: string;
  backupCodes: readonly string[];
};

const PATH = "/profile/security/two-factor";

/** Switches the second factor on for who is signed in. */
async function enrol(visitor: Visitor): Promise<Enrolled> {
  const begun = await visitor.submit(settings, PATH, { intent: "start" });
  const { uri } = (begun.data as { enrolment: { uri: string } }).enrolment;
  const done = await visitor.submit(settings, PATH, { intent: "switch-on", code: totp(uri) });
  const { codes } = done.data as { codes: readonly string[] };
  return { visitor, uri, backupCodes: codes };
}

/** A new account with a second factor. */
export async function newEnrolled(username: string): Promise<Enrolled> {
  return enrol(await newPerson(username));
}
