import { Download, Printer } from "lucide-react";
import { useEffect, useRef } from "react";
import { href } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { Button, LinkButton } from "#app/ui/button.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { CopyButton } from "./copy-button.tsx";

export function BackupCodes({ codes, username }: { codes: readonly string[]; username: string }) {
  const list = useRef<HTMLDivElement>(null);
  const hydrated = useHydrated();
  const title = m.factor_codes_of({ username });
  const text = [title, "", ...codes, ""].join("\n");
  // The form that had the focus is gone. So the codes get the focus, and a screen reader reads them.
  useEffect(() => list.current?.focus(), []);
  return (
    <div ref={list} tabIndex={-1} className="print-alone grid gap-5 outline-none">
      <p className="hidden font-semibold print:block">{title}</p>
      <ul
        translate="no"
        className="grid grid-cols-2 gap-x-6 gap-y-1.5 rounded-sm bg-sunken px-4 py-3.5 font-mono tabular-nums"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2.5 print:hidden">
        <CopyButton text={text} />
        <a
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="second-serve-backup-codes.txt"
          className="inline-flex min-h-11 items-center justify-center gap-2 rounded-full border border-edge bg-surface px-5 font-semibold text-[0.9375rem] hover:border-ink hover:bg-sunken"
        >
          <Download aria-hidden="true" className="size-4" />
          {m.factor_download()}
        </a>
        {hydrated && (
          <Button icon={<Printer aria-hidden="true" className="size-4" />} onClick={() => window.print()}>
            {m.factor_print()}
          </Button>
        )}
      </div>
      <LinkButton to={href("/profile/security")} variant="primary" size="lg" className="print:hidden">
        {m.factor_codes_stored()}
      </LinkButton>
    </div>
  );
}
