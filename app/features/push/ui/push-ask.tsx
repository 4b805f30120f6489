import { Bell } from "lucide-react";
import { useEffect, useId, useState } from "react";
import { m } from "#app/paraglide/messages.js";
import { Button } from "#app/ui/button.tsx";
import { Spoken, useSpoken } from "#app/ui/spoken.tsx";
import { rememberAsked, shouldAsk } from "./this-device.ts";
import { useThisDevice } from "./use-this-device.ts";

interface PushAskProps {
  readonly userId: string;
  /** Whose answer this browser may tell of. */
  readonly name: string;
  /** Called when the question goes, with the button that had the focus. */
  readonly onClosed: () => void;
}

/** Asks, after a message was sent, whether this browser may tell of the answer. It asks once for each browser. */
export function PushAsk({ userId, name, onClosed }: PushAskProps) {
  const [open, setOpen] = useState(false);
  const { state, busy, on } = useThisDevice(userId, close);
  const [said, say] = useSpoken();
  const id = useId();
  useEffect(() => {
    shouldAsk(userId).then(setOpen, (error: unknown) => console.error(error));
  }, [userId]);
  useEffect(() => say(open ? m.push_ask({ name }) : ""), [open, name, say]);

  function close() {
    rememberAsked();
    setOpen(false);
    onClosed();
  }

  return (
    <>
      <Spoken said={said} />
      {open && (
        <section
          aria-labelledby={id}
          className="flex flex-wrap items-center gap-x-3 gap-y-2 border-line border-t px-4 py-3"
        >
          <Bell aria-hidden="true" className="mt-0.5 size-5 shrink-0 self-start text-soft" />
          <div className="min-w-0 flex-1 basis-60 text-[0.9375rem] phone:text-sm">
            <p id={id} className="font-semibold">
              {m.push_ask({ name })}
            </p>
            <p className="text-soft">{state === "install" ? m.push_install() : m.push_ask_text()}</p>
          </div>
          <div className="ml-auto flex gap-2">
            <Button size="sm" variant="ghost" onClick={close}>
              {m.push_ask_later()}
            </Button>
            {state === "off" && (
              <Button size="sm" busy={busy} busyLabel={m.push_turning_on()} onClick={() => void on()}>
                {m.push_turn_on()}
              </Button>
            )}
          </div>
        </section>
      )}
    </>
  );
}
