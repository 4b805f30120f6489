import { AlertDialog as Radix } from "radix-ui";
import type { ReactNode, RefObject } from "react";
import { m } from "#app/paraglide/messages.js";
import { Button } from "./button.tsx";
import { classes } from "./classes.ts";
import { asTransition, overlayClasses, panelClasses, useFocusReturn } from "./dialog.tsx";

type AlertDialogProps = {
  title: string;
  description: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  onConfirm: () => void;
  /** The dialog stays open while busy. Close it with `open` when the work is done. */
  busy?: boolean;
  busyLabel?: string;
  trigger?: ReactNode;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** Gets the focus when the dialog closes, if there is no `trigger`. */
  opener?: RefObject<HTMLElement | null>;
};

/** Asks for confirmation. The focus starts on Cancel, and a press outside does not close the dialog. */
export function AlertDialog({
  title,
  description,
  confirmLabel,
  cancelLabel,
  onConfirm,
  busy,
  busyLabel,
  trigger,
  open,
  onOpenChange,
  opener,
}: AlertDialogProps) {
  return (
    <Radix.Root open={open} onOpenChange={asTransition(onOpenChange)}>
      {trigger && <Radix.Trigger asChild>{trigger}</Radix.Trigger>}
      <Radix.Portal>
        <Radix.Overlay className={overlayClasses} />
        <Radix.Content
          {...useFocusReturn(opener)}
          className={classes(
            panelClasses,
            "inset-x-4 bottom-4 animate-rise gap-3 rounded-xl p-6",
            "sm:inset-x-auto sm:top-1/2 sm:bottom-auto sm:left-1/2 sm:w-[28rem] sm:[translate:-50%_-50%]",
          )}
        >
          <Radix.Title className="text-heading">{title}</Radix.Title>
          <Radix.Description className="text-soft">{description}</Radix.Description>
          <div className="mt-3 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
            <Radix.Cancel asChild>
              <Button>{cancelLabel ?? m.ui_cancel()}</Button>
            </Radix.Cancel>
            <Button variant="danger" busy={busy} busyLabel={busyLabel} onClick={onConfirm}>
              {confirmLabel}
            </Button>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
