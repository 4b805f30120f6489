import { useRevalidator } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { useThisDevice } from "./use-this-device.ts";

/** Turns notifications on or off in this browser, or says why it cannot. */
export function ThisDeviceCard({ userId }: { userId: string }) {
  const { revalidate } = useRevalidator();
  const { state, busy, on, off } = useThisDevice(userId, () => void revalidate());
  if (state === undefined) return null;
  if (state === "on")
    return (
      <Button busy={busy} onClick={() => void off()} className="justify-self-start">
        {m.push_turn_off()}
      </Button>
    );
  if (state === "off")
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
  const texts = { denied: m.push_denied, install: m.push_install, unsupported: m.push_unsupported };
  return <Alert>{texts[state]()}</Alert>;
}
