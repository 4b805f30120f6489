import { sql } from "kysely";
import type { StaffMember } from "#app/domain/viewer.ts";
import { changingTag } from "#app/platform/cache-tags.server.ts";
import { limit } from "#app/platform/rate-limit.server.ts";
import { SETTINGS_TAG, type StoredSettings, storedSettings } from "#app/platform/settings.server.ts";
import { logStaff } from "../log.server.ts";
import { bySignal, SIGNALS, type Signal } from "./definitions.ts";
import type { SignalsInput } from "./schema.ts";

/** What operators set; a threshold of null is the usual one. A stored one that this version does not allow is not set. */
export async function signalSettings(): Promise<SignalsInput> {
  const { signals } = await storedSettings();
  return bySignal((name) => {
    const { on = true, threshold = null } = signals[name] ?? {};
    const { least, most } = SIGNALS[name].threshold;
    return {
      on,
      threshold: threshold !== null && threshold >= least && threshold <= most ? threshold : null,
    };
  });
}

/** The threshold of each signal; null: the signal is off. */
export type Thresholds = Readonly<Record<Signal, number | null>>;

export async function signalThresholds(): Promise<Thresholds> {
  const settings = await signalSettings();
  return bySignal((name) => {
    const { on, threshold } = settings[name];
    return on ? (threshold ?? SIGNALS[name].threshold.usual) : null;
  });
}

/**
 * Stores which signals are raised, and from which thresholds on, and logs who changed them.
 * @throws Refused "too_often"
 */
export async function saveSignals(actor: StaffMember, input: SignalsInput): Promise<void> {
  await limit("staff_write", actor.id);
  const signals: StoredSettings["signals"] = bySignal((name) => {
    const { on, threshold } = input[name];
    return { on, ...(threshold !== null && { threshold }) };
  });
  const row = { signals: JSON.stringify(signals), changed_at: sql<Date>`now()` };
  await changingTag(SETTINGS_TAG, async (trx) => {
    await trx
      .insertInto("settings")
      .values(row)
      .onConflict((conflict) => conflict.column("one").doUpdateSet(row))
      .execute();
    const facts = bySignal((name) => (input[name].on ? input[name].threshold : "off"));
    await logStaff({ actorId: actor.id, action: "settings_changed", subjectId: null, facts }, trx);
  });
}
