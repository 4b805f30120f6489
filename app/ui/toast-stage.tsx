import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent as ReactMouseEvent,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { useFetcher, useFetchers, useLocation, useNavigate, useNavigation } from "react-router";
import { Toaster as Sonner, toast as show } from "sonner";
import { m } from "#app/paraglide/messages.js";
import type { Answer } from "./answer.ts";
import { listenForToasts, showToast, type Toast } from "./toast.ts";
import { useFetcherAnswer } from "./use-answer.ts";

const CARD =
  "flex w-full items-start gap-3 rounded-md border border-line bg-raised p-4 pr-11 font-sans text-ink shadow-float";

/** Lazy-loaded with the toast library. Shows one toast at a time, for 5,000 ms. */
export function ToastStage({ first }: { first: Toast }) {
  const latest = useRef<Toast>(undefined);
  const [foot, setFoot] = useState(0);
  const undoing = useFetcher<Answer>();
  const lastUndo = useRef(Promise.resolve());
  const navigate = useNavigate();
  const actionOf = useEffectEvent(({ action, undo, link }: Toast): Toast["action"] => {
    if (undo) return { label: m.ui_undo(), run: () => postUndo(undo) };
    return link ? { label: link.label, run: () => void navigate(link.to) } : action;
  });
  const postUndo = useEffectEvent(({ path, fields }: NonNullable<Toast["undo"]>) => {
    const pairs = Object.entries(fields).flatMap(([name, values]) =>
      [values].flat().map((value) => [name, value]),
    );
    const send = () => undoing.submit(new URLSearchParams(pairs), { method: "post", action: path });
    // A fetcher that submits again ends its request before.
    lastUndo.current = lastUndo.current.then(send, send);
  });
  // No form of the page shows the answer to an undo.
  useFetcherAnswer(undoing.data, ({ ok, toast, message }) => {
    if (!ok && !toast) showToast({ title: m.ui_error(), description: message, tone: "danger" });
  });
  useEffect(() => {
    function receive(toast: Toast): void {
      latest.current = toast;
      setFoot(barsHeight());
      present({ ...toast, action: actionOf(toast) });
    }
    receive(first);
    return listenForToasts(receive);
  }, [first]);

  // These two hooks render the stage again when an answer has arrived and when the page is loaded again. Both can move
  // the bar, for example because a form closes.
  useFetchers();
  useNavigation();
  useEffect(() => {
    const frame = requestAnimationFrame(() => setFoot(barsHeight()));
    return () => cancelAnimationFrame(frame);
  });

  // A layout effect, so that it runs before the effect that shows a toast of the next page.
  const { pathname } = useLocation();
  const shownAt = useRef(pathname);
  useLayoutEffect(() => {
    if (shownAt.current === pathname) return;
    shownAt.current = pathname;
    if (!latest.current?.forNextPage) show.dismiss();
    latest.current = undefined;
  }, [pathname]);

  const keyboard = useKeyboard();
  const position = window.matchMedia("(min-width: 40rem)").matches ? "bottom-right" : "bottom-center";
  const bottom = `calc(${foot}px + 1rem + env(safe-area-inset-bottom))`;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens for events of its children
    <div
      data-toasts=""
      onFocusCapture={keyboard.enter}
      onBlurCapture={keyboard.leave}
      onClick={keyboard.press}
      onKeyDown={keyboard.escape}
    >
      <Sonner
        visibleToasts={1}
        duration={5000}
        position={position}
        offset={{ bottom }}
        mobileOffset={{ bottom }}
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

/** The height of the bar that covers the bottom of the screen, such as the buttons of a dialog; 0 without one. */
function barsHeight(): number {
  const bars = [...document.querySelectorAll("[data-bottom-bar]")].map((bar) => bar.getBoundingClientRect());
  const atBottom = bars.filter(({ height, bottom }) => height > 0 && Math.abs(innerHeight - bottom) < 64);
  return Math.max(0, ...atBottom.map(({ top }) => innerHeight - top));
}

/**
 * Works around two faults of the toast library for keyboard users: it takes the focus back when Tab leaves the page,
 * and it closes a toast that has the focus. So focus events do not reach it, and a focused toast is reported as
 * hovered, which keeps it open.
 */
function useKeyboard() {
  const from = useRef<EventTarget | null>(null);
  function goBack(): void {
    if (from.current instanceof HTMLElement) from.current.focus();
  }
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
      // A click by keyboard has a detail of 0.
      if (detail === 0) goBack();
    },
    escape({ key }: KeyboardEvent) {
      if (key !== "Escape") return;
      goBack();
      show.dismiss();
    },
  };
}

function present({ title, description, tone = "plain", milliseconds, action, silent = false }: Toast) {
  const text = silent ? <span aria-hidden="true">{title}</span> : title;
  const shape = {
    description: silent ? <span aria-hidden="true">{description}</span> : description,
    duration: milliseconds,
    ...(action && { action: { label: action.label, onClick: action.run } }),
  };
  show.dismiss();
  if (tone === "good") show.success(text, shape);
  else if (tone === "danger") show.error(text, shape);
  else show(text, shape);
}
