import { useEffect, useRef } from "react";
import { Alert } from "#app/ui/alert.tsx";

/** A notice that is scrolled into view, because on a phone it may be off the screen. */
export function ProviderNoticeAlert({
  notice,
}: {
  notice: { readonly text: string; readonly providerText: string | null };
}) {
  const place = useRef<HTMLDivElement>(null);
  // The effect has braces because scrollIntoView returns a promise in newer browsers, which React would take for a
  // cleanup function.
  // biome-ignore lint/correctness/useExhaustiveDependencies: every new notice is scrolled into view
  useEffect(() => {
    place.current?.scrollIntoView({ block: "nearest" });
  }, [notice]);
  return (
    <div ref={place} className="scroll-my-4 pb-4">
      <Alert tone="notice">
        <p>{notice.text}</p>
        {notice.providerText && <p className="mt-1 text-soft">{notice.providerText}</p>}
      </Alert>
    </div>
  );
}
