import { newUsernameFault } from "#app/domain/new-username.ts";
import { tidyUsername } from "#app/domain/username.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import { m } from "#app/paraglide/messages.js";
import { logger } from "#app/platform/log.server.ts";
import { limitInMemory } from "#app/platform/rate-limit.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { isUsernameTaken } from "../queries.server.ts";
import { USERNAME_TEXTS } from "../schema.ts";
import type { NameAnswer } from "./view.ts";

/**
 * Whether a user may take this name. The answer does not say whose name it is.
 * @throws Refused "too_often", "unexpected"
 */
export async function usernameAnswer(viewer: Viewer, typed: string): Promise<NameAnswer> {
  await limitInMemory("username_look_up", viewer.id);
  const name = tidyUsername(typed.slice(0, 200));
  const free = { name, free: true, text: m.profile_username_free({ username: name }) };
  if (name === viewer.username) return free;
  const fault = newUsernameFault(name);
  if (fault) return { name, free: false, text: USERNAME_TEXTS[fault === "required" ? "short" : fault]() };
  if (await isTaken(name, viewer)) return { name, free: false, text: m.auth_username_taken() };
  return free;
}

async function isTaken(name: string, { id }: Viewer): Promise<boolean> {
  try {
    return await isUsernameTaken(name, id);
  } catch (error) {
    logger.error({ err: error }, "a username could not be looked up");
    throw new Refused("unexpected", { text: m.profile_availability_failed() });
  }
}
