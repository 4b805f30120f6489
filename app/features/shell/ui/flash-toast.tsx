import { useEffect, useRef } from "react";
import { showToast } from "#app/ui/toast.ts";
import { browserCookie } from "../browser-cookie.ts";
import type { ShellFlash } from "../shell-data.ts";

const TONES = { success: "good", error: "danger", info: "plain" } as const;

/** Shows what the page before left to say, once, in however many answers it comes; and takes it away. */
export function FlashToast({ flash }: { flash: ShellFlash | null }) {
  const shown = useRef<string>(undefined);
  useEffect(() => {
    if (!flash || flash.id === shown.current) return;
    shown.current = flash.id;
    showToast({ title: flash.title, description: flash.description, tone: TONES[flash.kind] });
    // Unless another was left since.
    if (document.cookie.includes(flash.id)) {
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser that we serve.
      document.cookie = browserCookie("flash", "", 0);
    }
  }, [flash]);
  return null;
}
