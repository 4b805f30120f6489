import { type ComponentType, startTransition, useEffect, useState } from "react";
import { listenForToasts, type Toast } from "./toast.ts";

/** Where toasts appear. Once per document; draws nothing, and loads nothing, until the first. */
export function Toaster() {
  const [Stage, setStage] = useState<ComponentType<{ first: Toast }>>();
  const [first, setFirst] = useState<Toast>();

  // Fetched when there is time, so that it is there when the first toast is about a lost connection.
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
      const { ToastStage } = await import("./toast-stage.tsx");
      startTransition(() => {
        setFirst(toast);
        setStage(() => ToastStage);
      });
    });
  }, [Stage]);

  return Stage && first ? <Stage first={first} /> : null;
}
