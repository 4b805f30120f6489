import { type ComponentType, useEffect, useState } from "react";
import { listenForToasts, type Toast } from "./toast.ts";

/** Where toasts appear. Once per document; draws nothing, and loads nothing, until the first. */
export function Toaster() {
  const [Stage, setStage] = useState<ComponentType<{ first: Toast }>>();
  const [first, setFirst] = useState<Toast>();

  useEffect(() => {
    if (Stage) return;
    return listenForToasts(async (toast) => {
      const { ToastStage } = await import("./toast-stage.tsx");
      setFirst(toast);
      setStage(() => ToastStage);
    });
  }, [Stage]);

  return Stage && first ? <Stage first={first} /> : null;
}
