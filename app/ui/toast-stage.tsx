import { type FocusEvent, type MouseEvent as ReactMouseEvent, useEffect, useRef } from "react";
import { Toaster as Sonner, toast as show } from "sonner";
import { m } from "#app/paraglide/messages.js";
import { listenForToasts, type Toast } from "./toast.ts";

const CARD =
  "flex w-full items-start gap-3 rounded-md border border-line bg-raised p-4 pr-11 font-sans text-ink shadow-float";

/** The part of the toaster that comes with its library: one visible, 5,000 ms (A9.18). */
export function ToastStage({ first }: { first: Toast }) {
  useEffect(() => {
    present(first);
    return listenForToasts(present);
  }, [first]);

  const keyboard = useKeyboard();
  // On a phone the foot of the screen belongs to what is being done: a dialog's buttons, a chat's text field.
  const position = window.matchMedia("(min-width: 40rem)").matches ? "bottom-right" : "top-center";
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears of what is in it
    // biome-ignore lint/a11y/useKeyWithClickEvents: a key on a button is a click
    <div onFocusCapture={keyboard.enter} onBlurCapture={keyboard.leave} onClick={keyboard.press}>
      <Sonner
        visibleToasts={1}
        duration={5000}
        position={position}
        // Below the header, whose menus it would cover.
        offset={{ top: "9.5rem" }}
        mobileOffset={{ top: "9.5rem" }}
        closeButton
        containerAriaLabel={m.ui_messages()}
        toastOptions={{
          unstyled: true,
          closeButtonAriaLabel: m.ui_close(),
          classNames: {
            toast: CARD,
            title: "font-semibold leading-snug",
            description: "mt-0.5 text-[0.9375rem] text-soft",
            icon: "mt-0.5 shrink-0 [&_svg]:size-5",
            success: "[&_[data-icon]]:text-good",
            error: "border-danger [&_[data-icon]]:text-danger",
            actionButton:
              "-my-1.5 ml-auto min-h-9 shrink-0 cursor-pointer self-center rounded-full border border-edge px-4 font-semibold text-[0.9375rem] hover:border-ink hover:bg-sunken",
            closeButton:
              "absolute top-2 right-2 flex size-8 cursor-pointer items-center justify-center rounded-full hover:bg-sunken [&_svg]:size-4",
          },
        }}
      />
    </div>
  );
}

/**
 * The library's own ways are a trap: what is left by Tab at the end of a page takes the focus back, and a toast is held
 * under the pointer but goes from under the keyboard. So it hears nothing of the focus, and takes what has it for
 * pointed at; who puts a toast away goes on where they came from.
 */
function useKeyboard() {
  const from = useRef<EventTarget | null>(null);
  return {
    enter(event: FocusEvent) {
      event.stopPropagation();
      const { target, currentTarget, relatedTarget } = event;
      if (!currentTarget.contains(relatedTarget)) from.current = relatedTarget;
      target.dispatchEvent(new MouseEvent("mousemove", { bubbles: true }));
    },
    leave(event: FocusEvent) {
      event.stopPropagation();
      const { target, currentTarget, relatedTarget } = event;
      if (!currentTarget.contains(relatedTarget))
        target.dispatchEvent(new MouseEvent("mouseout", { bubbles: true }));
    },
    press({ detail }: ReactMouseEvent) {
      // Only a key presses without a pointer's click.
      if (detail === 0 && from.current instanceof HTMLElement) from.current.focus();
    },
  };
}

function present({ title, description, tone = "plain", milliseconds, action }: Toast) {
  const shape = {
    description,
    duration: milliseconds,
    ...(action && { action: { label: action.label, onClick: action.run } }),
  };
  // One at a time: the next takes the place of the last instead of hiding behind it.
  show.dismiss();
  if (tone === "good") show.success(title, shape);
  else if (tone === "danger") show.error(title, shape);
  else show(title, shape);
}
