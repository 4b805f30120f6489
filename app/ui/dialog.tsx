import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import { type ReactNode, type RefObject, startTransition, useRef } from "react";
import { m } from "#app/paraglide/messages.js";
import { classes } from "./classes.ts";
import { IconButton } from "./icon-button.tsx";

type DialogProps = {
  title: string;
  description?: ReactNode;
  children: ReactNode;
  /** The buttons at the bottom, the main one last. */
  footer?: ReactNode;
  /** The element that opens the dialog. Otherwise use `open` and `onOpenChange`. */
  trigger?: ReactNode;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /**
   * Gets the focus when the dialog closes. Without it, the element that had the focus before gets it; so pass it if
   * that element will be gone, such as a menu item.
   */
  opener?: RefObject<HTMLElement | null>;
  /** `center` is centred, and at the bottom on a phone. The others slide in over the full height. */
  side?: "center" | "left" | "right";
};

export function DialogClose() {
  return (
    <Radix.Close asChild>
      <IconButton label={m.ui_close()}>
        <X aria-hidden="true" />
      </IconButton>
    </Radix.Close>
  );
}

const SIDES = {
  center: classes(
    "inset-x-0 bottom-0 max-h-[92dvh] animate-rise rounded-t-xl",
    "sm:inset-x-auto sm:bottom-auto sm:top-1/2 sm:left-1/2 sm:w-[min(32rem,calc(100vw-3rem))] sm:rounded-xl",
    "sm:[translate:-50%_-50%]",
  ),
  left: "inset-y-0 left-0 w-[min(24rem,calc(100vw-2.5rem))] animate-from-left rounded-r-xl",
  right: "inset-y-0 right-0 w-[min(26rem,calc(100vw-1.5rem))] animate-from-right rounded-l-xl",
} as const;

export const overlayClasses = "fixed inset-0 z-50 animate-appear bg-veil";
export const panelClasses =
  "fixed z-50 flex flex-col overflow-hidden bg-raised text-ink shadow-float outline-none border-line border";

/** Lets the browser paint the pressed button first, because opening or closing a dialog takes long on a large page. */
export function asTransition(change: ((open: boolean) => void) | undefined) {
  return change && ((open: boolean) => startTransition(() => change(open)));
}

/**
 * Handlers for a Radix dialog that return the focus to `opener`, else to the element that had it before. Radix does so
 * only for a trigger.
 */
export function useFocusReturn(opener: RefObject<HTMLElement | null> | undefined) {
  const before = useRef<Element | null>(null);
  return {
    onOpenAutoFocus() {
      before.current = document.activeElement;
    },
    onCloseAutoFocus(event: Event) {
      const back = opener?.current ?? before.current;
      if (!(back instanceof HTMLElement && back.isConnected) || back === document.body) return;
      event.preventDefault();
      back.focus();
    },
  };
}

export function Dialog({
  title,
  description,
  children,
  footer,
  trigger,
  open,
  onOpenChange,
  opener,
  side = "center",
}: DialogProps) {
  return (
    <Radix.Root open={open} onOpenChange={asTransition(onOpenChange)}>
      {trigger && <Radix.Trigger asChild>{trigger}</Radix.Trigger>}
      <Radix.Portal>
        <Radix.Overlay className={overlayClasses} />
        <Radix.Content
          className={classes(panelClasses, SIDES[side])}
          {...useFocusReturn(opener)}
          {...(description ? {} : { "aria-describedby": undefined })}
        >
          <div className="flex items-start gap-4 border-line border-b py-4 pr-3 pl-6">
            <div className="min-w-0 flex-1 self-center">
              <Radix.Title className="text-heading">{title}</Radix.Title>
              {description && (
                <Radix.Description className="mt-1 text-[0.9375rem] text-soft">
                  {description}
                </Radix.Description>
              )}
            </div>
            <DialogClose />
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-6">{children}</div>
          {footer && (
            <div
              data-bottom-bar=""
              className="flex flex-col-reverse gap-3 border-line border-t px-6 py-4 sm:flex-row sm:justify-end"
            >
              {footer}
            </div>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
