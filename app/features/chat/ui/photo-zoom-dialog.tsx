import { Dialog as Radix } from "radix-ui";
import { useEffect, useEffectEvent, useState } from "react";
import type { ChatPhoto } from "#app/domain/chat-message.ts";
import { openZoom } from "#app/features/photos/ui/photo-zoom.tsx";
import { m } from "#app/paraglide/messages.js";

/** A dialog of its own, so that the chat's dialog neither takes the focus back nor closes with it. */
export function PhotoZoomDialog({
  photos,
  index,
  name,
  opener,
  onClose,
}: {
  photos: readonly ChatPhoto[];
  index: number;
  name: string;
  opener: HTMLElement;
  onClose: () => void;
}) {
  const [stage, setStage] = useState<HTMLElement | null>(null);
  const open = useEffectEvent((within: HTMLElement, closed: () => void) =>
    openZoom(photos, index, name, closed, within),
  );
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!stage) return;
    let mounted = true;
    const zoom = open(stage, () => mounted && close());
    return () => {
      mounted = false;
      zoom.destroy();
    };
  }, [stage]);
  return (
    <Radix.Root open>
      <Radix.Portal>
        <Radix.Content
          ref={setStage}
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            opener.focus();
          }}
          // The zoom view handles Escape itself.
          onEscapeKeyDown={(event) => event.preventDefault()}
          onInteractOutside={(event) => event.preventDefault()}
          className="fixed inset-0 z-50 outline-none"
        >
          <Radix.Title className="sr-only">{m.photos_label()}</Radix.Title>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
