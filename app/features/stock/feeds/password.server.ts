import { seal, unseal } from "#app/platform/signature.server.ts";
import { FeedRefused } from "./faults.ts";

/** What other secrets are stored for has another name, and so another key. */
const PURPOSE = "passwords of feeds";

/** What is stored of a password: it can be used, but nobody is shown it again. */
export function sealed(password: string): Promise<string> {
  return seal(PURPOSE, password);
}

/** @throws FeedRefused "locked" after AUTH_SECRET has changed */
export async function unsealed(stored: string): Promise<string> {
  try {
    return await unseal(PURPOSE, stored);
  } catch (error) {
    // The errors of the library say no more than that.
    throw new FeedRefused("locked", { cause: error });
  }
}
