import { CircleAlert, CircleCheck, X } from "lucide-react";
import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from "react";
import { useFetcher, useFetchers, useLocation, useNavigate, useNavigation } from "react-router";
import { m } from "#app/paraglide/messages.js";
import type { Answer } from "./answer.ts";
import { classes } from "./classes.ts";
import { IconButton } from "./icon-button.tsx";
import { listenForToasts, showToast, type Toast } from "./toast.ts";
import { freeBottom } from "./toast-place.ts";
import { useFetcherAnswer } from "./use-answer.ts";
import { afterNextPaint } from "./use-timer.ts";
import { useWindowEvent } from "./use-window-event.ts";

const TICK_MS = 100;
/** How far a finger moves a toast to close it. */
const SWIPE_PX = 45;

const ICONS = {
  plain: null,
  good: <CircleCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-good" />,
  danger: <CircleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-danger" />,
};

/** Once per document. Shows the last toast, until its time has passed or the user leaves the page. */
export function Toaster() {
  const [toast, setToast] = useState<Toast & { key: number }>();
  useEffect(
    () => listenForToasts((next) => setToast((last) => ({ ...next, key: (last?.key ?? 0) + 1 }))),
    [],
  );

  const { pathname } = useLocation();
  const [shownAt, setShownAt] = useState(pathname);
  if (shownAt !== pathname) {
    setShownAt(pathname);
    setToast(toast?.forNextPage ? { ...toast, forNextPage: false } : undefined);
  }

  const navigate = useNavigate();
  const postUndo = useUndo();
  function actionOf({ action, undo, link }: Toast): Toast["action"] {
    if (undo) return { label: m.ui_undo(), run: () => postUndo(undo) };
    return link ? { label: link.label, run: () => void navigate(link.to) } : action;
  }

  return (
    // Always there, because a screen reader reads only what is added to a live region.
    <div aria-live="polite" data-toasts="">
      {toast && (
        <Card key={toast.key} toast={toast} action={actionOf(toast)} onClose={() => setToast(undefined)} />
      )}
    </div>
  );
}

function useUndo(): (undo: NonNullable<Toast["undo"]>) => void {
  const fetcher = useFetcher<Answer>();
  const last = useRef(Promise.resolve());
  // No form of the page shows the answer to an undo.
  useFetcherAnswer(fetcher.data, ({ ok, toast, message }) => {
    if (!ok && !toast) showToast({ title: m.ui_error(), description: message, tone: "danger" });
  });
  return ({ path, fields }) => {
    const pairs = Object.entries(fields).flatMap(([name, values]) =>
      [values].flat().map((value) => [name, value]),
    );
    const send = () => fetcher.submit(new URLSearchParams(pairs), { method: "post", action: path });
    // A fetcher that submits again ends its request before.
    last.current = last.current.then(send, send);
  };
}

interface CardProps {
  readonly toast: Toast;
  readonly action: Toast["action"];
  readonly onClose: () => void;
}

function Card({ toast, action, onClose }: CardProps) {
  const { title, description, tone = "plain", milliseconds = 5000, silent } = toast;
  const card = useRef<HTMLElement>(null);
  const bottom = useFreeBottom(card);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    let left = milliseconds;
    const timer = setInterval(() => {
      const hasFocus = card.current?.contains(document.activeElement);
      if (document.hidden || hasFocus || card.current?.matches(":hover")) return;
      left -= TICK_MS;
      if (left <= 0) close();
    }, TICK_MS);
    return () => clearInterval(timer);
  }, [milliseconds]);

  const touchedAt = useRef({ x: 0, y: 0 });
  /** The element that had the focus before the toast. */
  const before = useRef<EventTarget | null>(null);
  function returnFocus(): void {
    if (before.current instanceof HTMLElement) before.current.focus();
  }
  useWindowEvent("keydown", ({ altKey, code }) => {
    if (altKey && code === "KeyT") card.current?.focus();
  });

  function act(): void {
    action?.run();
    onClose();
  }
  return (
    <section
      ref={card}
      tabIndex={-1}
      aria-label={m.ui_messages()}
      aria-keyshortcuts="Alt+T"
      data-toast={tone}
      style={{ bottom }}
      className={classes(
        "pointer-events-auto fixed inset-x-4 z-60 flex animate-rise touch-none items-start gap-3 rounded-md border py-2.5 pr-12 pl-4 sm:p-4 sm:pr-12",
        "[overflow-wrap:anywhere] bg-raised text-ink shadow-float sm:right-6 sm:left-auto sm:w-89",
        tone === "danger" ? "border-danger" : "border-line",
      )}
      onFocus={({ currentTarget, relatedTarget }: FocusEvent) => {
        if (!currentTarget.contains(relatedTarget)) before.current = relatedTarget;
      }}
      onKeyDown={({ key }: KeyboardEvent) => {
        if (key !== "Escape") return;
        returnFocus();
        onClose();
      }}
      onClick={({ detail }) => {
        // A click by keyboard has a detail of 0.
        if (detail === 0) returnFocus();
      }}
      onPointerDown={({ clientX: x, clientY: y }) => {
        touchedAt.current = { x, y };
      }}
      onPointerUp={({ pointerType, clientX, clientY }) => {
        const { x, y } = touchedAt.current;
        if (pointerType === "touch" && Math.hypot(clientX - x, clientY - y) > SWIPE_PX) onClose();
      }}
    >
      {ICONS[tone]}
      <div aria-hidden={silent}>
        <p className="font-semibold leading-snug">{title}</p>
        {description && <p className="mt-0.5 text-[0.9375rem] text-soft">{description}</p>}
      </div>
      {action && (
        <button
          type="button"
          className="-my-1.5 ml-auto min-h-9 shrink-0 cursor-pointer self-center rounded-full border border-edge px-4 font-semibold text-[0.9375rem] hover:border-ink hover:bg-sunken"
          onClick={act}
        >
          {action.label}
        </button>
      )}
      <IconButton label={m.ui_close()} className="absolute top-0.5 right-0.5" onClick={onClose}>
        <X aria-hidden="true" />
      </IconButton>
    </section>
  );
}

/**
 * How far above the bottom of the screen the toast is. It is measured after the next paint, so that what was pressed is
 * painted first; until then the toast is below the screen.
 */
function useFreeBottom(card: RefObject<HTMLElement | null>): number | string {
  const [bottom, setBottom] = useState<number | string>("-100%");
  // These two hooks render the toast again when an answer has arrived and when the page is loaded again. Both can move
  // what it keeps clear of, for example because a form closes.
  useFetchers();
  useNavigation();
  useEffect(() => afterNextPaint(() => setBottom(freeBottom(card.current?.offsetHeight ?? 0))));
  return bottom;
}
