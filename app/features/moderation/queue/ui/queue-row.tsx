import type { ReactNode } from "react";
import { Link } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { Badge } from "#app/ui/badge.tsx";
import { TONES } from "../../cases/ui/case-row.tsx";
import type { QueueRowView } from "../view.ts";

/** A case in the queue. `children` is its checkbox. */
export function QueueRow({ row, children }: { row: QueueRowView; children?: ReactNode }) {
  return (
    <div className="flex items-start gap-1 pl-3 hover:bg-sunken has-[input:checked]:bg-sunken">
      {children}
      <Link
        to={row.path}
        data-case
        className="grid min-w-0 flex-1 grid-cols-[3.5rem_minmax(0,1fr)] items-start gap-x-4 gap-y-1 py-3 pr-4 pl-1 focus-visible:-outline-offset-3 lg:grid-cols-[3.5rem_minmax(0,1fr)_16rem]"
      >
        {row.thumbnail === null ? (
          <span className="size-14 rounded-sm bg-sunken" />
        ) : (
          <img
            src={row.thumbnail}
            alt=""
            width={56}
            height={56}
            loading="lazy"
            className="size-14 rounded-sm bg-sunken object-cover"
          />
        )}
        <span className="grid min-w-0 gap-0.5">
          <span className="flex min-w-0 items-baseline gap-3">
            <bdi className="truncate font-semibold">{row.name}</bdi>
            {row.price !== null && <span className="shrink-0 tabular-nums">{row.price}</span>}
          </span>
          <span className="line-clamp-2 lg:line-clamp-1">{row.reasons.join(" · ")}</span>
          <span className="text-soft text-sm">
            {row.kind} · <bdi>{row.by}</bdi> · {row.ago}
          </span>
          <span className="text-soft text-sm">
            <bdi>{row.reported}</bdi>
          </span>
        </span>
        <QueueBadges row={row} />
      </Link>
    </div>
  );
}

function QueueBadges({ row }: { row: QueueRowView }) {
  const { severity, severityText, appeal, complaint, asked, waiting, claimer } = row;
  return (
    <span className="col-start-2 flex flex-wrap gap-1.5 lg:col-start-3 lg:justify-end">
      <Badge tone={TONES[severity - 1] ?? "plain"}>{severityText}</Badge>
      {appeal && <Badge tone="notice">{m.appeal_title()}</Badge>}
      {complaint && <Badge tone="notice">{m.complaint_of_reporter()}</Badge>}
      {asked && <Badge tone="notice">{m.questions_waits()}</Badge>}
      {waiting && <Badge tone="notice">{m.case_waits()}</Badge>}
      {claimer !== null && <Badge>{m.case_claimed_by({ name: claimer })}</Badge>}
    </span>
  );
}
