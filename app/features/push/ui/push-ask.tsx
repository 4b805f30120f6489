import { Bell } from "lucide-react";
import { useEffect, useState } from "react";
import { m } from "#app/paraglide/messages.js";
import { Button } from "#app/ui/button.tsx";
import { rememberAsked, shouldAsk } from "./this-device.ts";
import { useThisDevice } from "./use-this-device.ts";

/** Asks, after a message was sent, whether this browser may tell of the answer. It asks once for each browser. */
export function PushAsk({ userId, name }: { userId: string; name: string }) {
  const [open, setOpen] = useState(false);
  const { state, busy, on } = useThisDevice(userId, close);
  useEffect(() => {
    void shouldAsk(userId).then(setOpen);
  }, [userId]);

  function close() {
    rememberAsked();
    setOpen(false);
  }

  if (!open) return null;
  return (
    <div role="status" className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-t px-4 py-3">
      <Bell aria-hidden="true" className="size-5 shrink-0 text-soft" />
      <div className="min-w-0 flex-1 basis-60 text-[0.9375rem]">
        <p className="font-semibold">{m.push_ask({ name })}</p>
        <p className="text-soft">{state === "install" ? m.push_install() : m.push_ask_text()}</p>
      </div>
      <div className="flex gap-2">
        <Button size="sm" variant="ghost" onClick={close}>
          {m.push_ask_later()}
        </Button>
        {state === "off" && (
          <Button size="sm" busy={busy} busyLabel={m.push_turning_on()} onClick={() => void on()}>
            {m.push_turn_on()}
          </Button>
        )}
      </div>
    </div>
  );
}
