import type { ReactNode } from "react";
import { href } from "react-router";
import { withNext } from "#app/domain/local-path.ts";
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

/** The tabs of /auth. */
export const AUTH_MODES = ["signin", "signup", "forgot"] as const;
export type AuthMode = (typeof AUTH_MODES)[number];

/**
 * The address of a tab of /auth, which then leads to `next`. It names the tab if there is a `next`, because newcomers
 * otherwise see signing up first. So links for people with an account must lead here, and not to /auth itself.
 */
export function authPath(mode: AuthMode, next: string | null): string {
  const address =
    mode === "signin" && (next ?? "/") === "/" ? href("/auth") : `${href("/auth")}?mode=${mode}`;
  return withNext(address, next ?? "/");
}
