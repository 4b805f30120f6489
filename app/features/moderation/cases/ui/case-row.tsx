import { Link } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { Badge } from "#app/ui/badge.tsx";
import type { CaseRowView } from "../view.ts";

export const TONES = ["plain", "notice", "danger"] as const;

export function CaseRow({ caseRow }: { caseRow: CaseRowView }) {
  const { path, kind, name, by, severity, severityText, ago, reports, claimer, waiting, asked, closed } =
    caseRow;
  return (
    <Link
      to={path}
      className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3 hover:bg-sunken focus-visible:-outline-offset-3"
    >
      <Badge tone={TONES[severity - 1] ?? "plain"}>{severityText}</Badge>
      <span className="min-w-0 flex-1 basis-60">
        <bdi className="block truncate font-semibold">{name}</bdi>
        <span className="block truncate text-soft text-sm">
          {kind} · <bdi>{by}</bdi> · {ago} · {m.case_reports({ count: reports })}
        </span>
      </span>
      {closed && <Badge>{m.case_closed_short()}</Badge>}
      {asked && !closed && <Badge tone="notice">{m.questions_waits()}</Badge>}
      {waiting && <Badge tone="notice">{m.case_waits()}</Badge>}
      {claimer !== null && <Badge>{m.case_claimed_by({ name: claimer })}</Badge>}
    </Link>
  );
}
