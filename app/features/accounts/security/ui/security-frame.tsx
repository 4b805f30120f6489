import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { href, Link } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { Panel } from "#app/ui/panel.tsx";

export function SecurityFrame({
  title,
  lead,
  children,
}: {
  title: string;
  lead?: string;
  children: ReactNode;
}) {
  return (
    <div>
      <BackToSecurity />
      <header className="mb-5">
        <h1 className="text-heading">{title}</h1>
        {lead && <p className="mt-2 text-soft">{lead}</p>}
      </header>
      <Panel>{children}</Panel>
    </div>
  );
}

export function BackToSecurity() {
  return (
    <p className="mb-4 text-sm">
      <Link
        to={href("/profile/security")}
        className="inline-flex min-h-8 items-center gap-1.5 text-link underline underline-offset-2"
      >
        <ArrowLeft aria-hidden="true" className="size-4" />
        {m.security_back()}
      </Link>
    </p>
  );
}
