import type { ReactNode } from "react";
import { Panel } from "#app/ui/panel.tsx";

export function AuthFrame({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  return (
    <div className="mx-auto w-full max-w-md px-4 pt-8 pb-16 sm:pt-14">
      <header className="mb-6">
        <h1 className="text-title">{title}</h1>
        {lead && <p className="mt-2 text-soft">{lead}</p>}
      </header>
      <Panel>{children}</Panel>
    </div>
  );
}
