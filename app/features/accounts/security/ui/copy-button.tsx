import { Check, Copy } from "lucide-react";
import { m } from "#app/paraglide/messages.js";
import { Button } from "#app/ui/button.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { useMomentaryState } from "#app/ui/use-timer.ts";

const COPIED_MS = 2000;

/** Copies a text. It needs a script, so it appears with the scripts. */
export function CopyButton({ text }: { text: string }) {
  const hydrated = useHydrated();
  const [copied, setCopied] = useMomentaryState<true>(COPIED_MS);
  const Icon = copied ? Check : Copy;
  async function copy() {
    // The clipboard fails when the page is not focused or not secure. The user can still select the text.
    await navigator.clipboard?.writeText(text).then(
      () => setCopied(true),
      () => {},
    );
  }
  if (!hydrated) return null;
  return (
    <Button icon={<Icon aria-hidden="true" className="size-4" />} onClick={copy}>
      <span aria-live="polite">{copied ? m.factor_copied() : m.factor_copy()}</span>
    </Button>
  );
}
