import { useRevalidator } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { useThisDevice } from "./use-this-device.ts";

const TEXTS = {
  denied: m.push_denied,
  denied_app: m.push_denied_app,
  install: m.push_install,
  unsupported: m.push_unsupported,
};

/**
 * Turns notifications on or off in this browser, or says why it cannot.
 * @param known whether the server tells this browser of notices: not any more after its session ended elsewhere
 */
export function ThisDeviceCard({ userId, known }: { userId: string; known: boolean }) {
  const { revalidate } = useRevalidator();
  const { state, busy, on, off } = useThisDevice(userId, () => void revalidate());
  if (state === undefined) return null;
  if (state === "on" && known)
    return (
      <Button busy={busy} onClick={() => void off()} className="justify-self-start">
        {m.push_turn_off()}
      </Button>
    );
  if (state === "on" || state === "off")
    return (
      <Button
        variant="primary"
        busy={busy}
        busyLabel={m.push_turning_on()}
        onClick={() => void on()}
        className="justify-self-start"
      >
        {m.push_turn_on()}
      </Button>
    );
  return <Alert>{TEXTS[state]()}</Alert>;
}
