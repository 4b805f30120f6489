import { type ComponentType, startTransition, useEffect, useState } from "react";
import { useLocation } from "react-router";
import { listenForToasts, type Toast } from "./toast.ts";

/** Once per document. The toast library is prefetched when the browser is idle, and used from the first toast on. */
export function Toaster() {
  const [Stage, setStage] = useState<ComponentType<{ first: Toast }>>();
  const [first, setFirst] = useState<Toast>();
  const { pathname } = useLocation();
  const [shownAt, setShownAt] = useState(pathname);
  // A navigation closes the toast. Once the library is loaded, ToastStage does that.
  if (shownAt !== pathname) {
    setShownAt(pathname);
    if (!Stage && !first?.forNextPage) setFirst(undefined);
  }

  // The first toast may report a lost connection, without which the library could not be loaded.
  useEffect(() => {
    const fetchAhead = () => void import("./toast-stage.tsx").catch(() => {});
    if (typeof requestIdleCallback === "undefined") {
      const timer = setTimeout(fetchAhead, 3000);
      return () => clearTimeout(timer);
    }
    const idle = requestIdleCallback(fetchAhead, { timeout: 10_000 });
    return () => cancelIdleCallback(idle);
  }, []);

  useEffect(() => {
    if (Stage) return;
    return listenForToasts(async (toast) => {
      const stage = await import("./toast-stage.tsx").catch(() => null);
      startTransition(() => {
        setFirst(toast);
        setStage(() => stage?.ToastStage);
      });
    });
  }, [Stage]);

  useEffect(() => {
    if (Stage || !first) return;
    const timer = setTimeout(() => setFirst(undefined), first.milliseconds ?? 5000);
    return () => clearTimeout(timer);
  }, [Stage, first]);

  if (!first) return null;
  return Stage ? <Stage first={first} /> : <Plain toast={first} onDone={() => setFirst(undefined)} />;
}

/** For when the connection is lost before the library has loaded. */
function Plain({ toast, onDone }: { toast: Toast; onDone: () => void }) {
  const { title, description, action } = toast;
  function act() {
    action?.run();
    onDone();
  }
  return (
    <div
      role="alert"
      data-plain-toast=""
      className="fixed inset-x-4 bottom-[calc(1rem+env(safe-area-inset-bottom))] z-50 rounded-md sm:left-auto sm:w-89 border border-line bg-raised p-4 shadow-float"
    >
      <p className="font-semibold">{title}</p>
      {description}
      {action && (
        <button type="button" className="block min-h-11 font-semibold underline" onClick={act}>
          {action.label}
        </button>
      )}
    </div>
  );
}
