import { RotateCw } from "lucide-react";
import { useEffect } from "react";
import { href } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { Button, LinkButton } from "#app/ui/button.tsx";
import { problemText } from "../problems.ts";
import { usePageRetry } from "./use-page-retry.ts";

/** `requestId` is the reference for support. */
export function ErrorPage({
  error,
  title,
  requestId,
  browse,
}: {
  error: unknown;
  /** Instead of the usual one. */
  title?: string;
  requestId: string | undefined;
  /** A link to the first category. */
  browse?: { href: string; label: string };
}) {
  const problem = problemText(error);
  // A failed form at the bottom of a page leaves this page scrolled to its footer. The braces drop the promise that
  // scrollTo returns in newer browsers: React would take it for a cleanup function.
  useEffect(() => {
    window.scrollTo(0, 0);
  }, []);
  usePageRetry(problem.retries === true);
  return (
    <div className="wrap grid items-center gap-10 py-14 lg:min-h-[60vh] lg:grid-cols-2 lg:py-20">
      <div>
        {problem.status > 0 && (
          <p className="mb-3 font-semibold text-clay tabular-nums">
            {m.error_label({ status: problem.status })}
          </p>
        )}
        <h1 className="text-display">{title ?? problem.title}</h1>
        <p className="mt-5 max-w-lg text-lg text-soft">{problem.message}</p>
        {problem.retries && (
          <p className="mt-3 max-w-lg text-soft noscript:hidden">{m.error_503_retrying()}</p>
        )}
        <div className="mt-8 flex flex-wrap gap-3">
          {problem.canRetry && (
            <Button
              variant="primary"
              icon={<RotateCw aria-hidden="true" className="size-4" />}
              onClick={() => window.location.reload()}
              className="noscript:hidden"
            >
              {m.error_try_again()}
            </Button>
          )}
          {problem.link && (
            <LinkButton to={problem.link.to} variant={problem.canRetry ? "secondary" : "primary"}>
              {problem.link.text}
            </LinkButton>
          )}
          {browse && problem.link?.to !== browse.href && (
            <LinkButton to={browse.href} variant={problem.canRetry || problem.link ? "secondary" : "primary"}>
              {m.shell_all_in({ category: browse.label })}
            </LinkButton>
          )}
          <LinkButton to={href("/")}>{m.error_home()}</LinkButton>
          <LinkButton to={href("/help")}>{m.shell_help_center()}</LinkButton>
        </div>
        {requestId && (
          <p className="mt-10 text-soft text-sm">
            {m.error_request_id()} <code className="select-all break-all font-mono">{requestId}</code>
          </p>
        )}
        {import.meta.env.DEV && error instanceof Error && (
          <pre className="mt-6 overflow-x-auto rounded-md bg-sunken p-4 text-sm">{error.stack}</pre>
        )}
      </div>
      <BallOut />
    </div>
  );
}

/** A drawing of a ball that landed just out. */
function BallOut() {
  return (
    <svg viewBox="0 0 520 400" className="w-full max-w-xl justify-self-center" fill="none" aria-hidden="true">
      <path
        d="M0 300h330M330 300 396 20M20 120h353M150 300l36-180"
        className="stroke-court"
        strokeWidth="5"
        strokeLinecap="square"
      />
      <path
        d="M96 36c60 130 150 214 262 282"
        className="stroke-edge"
        strokeWidth="2"
        strokeDasharray="2 10"
        strokeLinecap="round"
      />
      <ellipse cx="392" cy="352" rx="44" ry="8" className="fill-sunken" />
      <g strokeWidth="3">
        <circle cx="400" cy="312" r="38" className="fill-ball stroke-on-ball dark:stroke-page" />
        <path d="M379 281c17 15 17 47 0 62M421 281c-17 15-17 47 0 62" className="stroke-on-ball" />
      </g>
    </svg>
  );
}
