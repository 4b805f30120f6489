import { useCallback, useEffect, useState } from "react";
import { href, useHref } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { messageOf, UnansweredError } from "#app/ui/call.ts";
import { showToast } from "#app/ui/toast.ts";
import { type DeviceState, deviceState, turnOff, turnOn } from "./this-device.ts";

/**
 * Whether this browser notifies the user while the shop is closed, and the buttons that change it. `state` is undefined
 * until that is known.
 * @param onChange called when it was turned on or off
 */
export function useThisDevice(userId: string, onChange: () => void) {
  const endpoint = useHref(href("/notifications/push"));
  const [state, setState] = useState<DeviceState>();
  const [busy, setBusy] = useState(false);
  const look = useCallback(
    () => deviceState(userId).then(setState, (error: unknown) => console.error(error)),
    [userId],
  );
  useEffect(() => void look(), [look]);

  async function change(how: () => Promise<string | null>, failed: () => string): Promise<void> {
    setBusy(true);
    try {
      const title = await how();
      if (title !== null) showToast({ title, tone: "good" });
      onChange();
    } catch (thrown) {
      showToast({ title: failed(), description: sentenceOf(thrown), tone: "danger" });
    }
    await look();
    setBusy(false);
  }

  return {
    state,
    busy,
    on: () =>
      change(async () => ((await turnOn(endpoint, userId)) ? m.push_turned_on() : null), m.push_failed),
    off: () =>
      change(async () => {
        await turnOff(endpoint);
        return m.push_turned_off();
      }, m.push_failed_off),
  };
}

/** Errors of browsers are in no language of the shop: they are for the console. */
function sentenceOf(thrown: unknown): string {
  if (thrown instanceof UnansweredError || (thrown instanceof Error && thrown.cause))
    return messageOf(thrown);
  console.error(thrown);
  return m.push_service_failed();
}
