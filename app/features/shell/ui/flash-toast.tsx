import { useEffect } from "react";
import { notify } from "#app/ui/toast.ts";
import type { ShellFlash } from "../shell-data.ts";

const TONES = { success: "good", error: "danger", info: "plain" } as const;

/** Shows what the page before left to say. A flash is a new object with every answer, so it shows once. */
export function FlashToast({ flash }: { flash: ShellFlash | null }) {
  useEffect(() => {
    if (flash) notify({ title: flash.title, description: flash.description, tone: TONES[flash.kind] });
  }, [flash]);
  return null;
}
