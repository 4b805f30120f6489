import type { ReactNode } from "react";
import { m } from "#app/paraglide/messages.js";
import { Button } from "./button.tsx";

export function EmptyState({
  title,
  hint,
  action,
  heading: Heading = "h2",
}: {
  title: string;
  hint?: ReactNode;
  action?: ReactNode;
  heading?: "h1" | "h2" | "h3" | "p";
}) {
  return (
    <div className="mx-auto flex max-w-md flex-col items-center px-4 py-14 text-center">
      <EmptyCourt />
      <Heading className="mt-6 font-display font-semibold text-heading">{title}</Heading>
      {hint && <p className="mt-2 text-soft">{hint}</p>}
      {action && <div className="mt-6 flex flex-wrap justify-center gap-3">{action}</div>}
    </div>
  );
}

function EmptyCourt() {
  return (
    <svg
      viewBox="0 0 160 88"
      className="w-40 text-court"
      fill="none"
      stroke="currentColor"
      aria-hidden="true"
    >
      <path d="M4 4h152v80H4zM4 15h152M4 73h152M42 15v58M118 15v58M42 44h76M4 44h5M151 44h5" />
      <path d="M80 0v88" strokeDasharray="2 3" />
    </svg>
  );
}

export function Failed({ title, onRetry }: { title: string; onRetry: () => void }) {
  return (
    <div className="grid justify-items-center gap-4 px-6 py-14 text-center">
      <p>{title}</p>
      <Button onClick={onRetry}>{m.error_try_again()}</Button>
    </div>
  );
}
