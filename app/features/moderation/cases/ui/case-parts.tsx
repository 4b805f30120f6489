import { Link } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { Badge } from "#app/ui/badge.tsx";
import { classes } from "#app/ui/classes.ts";
import { SectionHeading } from "#app/ui/headings.tsx";
import type { CaseView } from "../view.ts";

/** The reported content or person as it was at the time of the first report, and the reports. */
export function CaseEvidence({ caseView: { evidence, now, reportList } }: { caseView: CaseView }) {
  return (
    <section aria-labelledby="evidence">
      <SectionHeading
        id="evidence"
        title={m.case_evidence()}
        action={
          now && (
            <Link to={now} className="shrink-0 font-semibold hover:underline">
              {m.case_as_it_is_now()}
            </Link>
          )
        }
      />
      {evidence && (
        <div className="grid gap-3 rounded-lg border border-line bg-surface p-4">
          <p className="font-semibold">
            <bdi>{evidence.name}</bdi> · <bdi>{evidence.by}</bdi>
            {evidence.price && ` · ${evidence.price}`}
            {evidence.rating && ` · ${m.seller_rating({ rating: evidence.rating })}`}
          </p>
          {evidence.context.map(({ own, text }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the messages never change
            <p key={index} dir="auto" className={classes("text-soft text-sm", own && "pl-6")}>
              {text}
            </p>
          ))}
          {evidence.text !== "" && (
            <p dir="auto" className="whitespace-pre-line border-clay border-l-2 pl-4">
              {evidence.text}
            </p>
          )}
          <Pictures addresses={evidence.photos} />
        </div>
      )}
      <ul className="mt-6 divide-y divide-line">
        {reportList.map((report) => (
          <li key={report.id} className="grid gap-1 py-3">
            <p className="font-semibold">{report.reason}</p>
            {report.words !== "" && (
              <p dir="auto" className="whitespace-pre-line">
                {report.words}
              </p>
            )}
            {report.proof !== "" && (
              <p dir="auto" className="whitespace-pre-line text-soft">
                {m.report_proof()}: {report.proof}
              </p>
            )}
            <Pictures addresses={report.pictures} />
            <p className="text-soft text-sm">
              <bdi>{report.by}</bdi> · {report.at}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Pictures({ addresses }: { addresses: readonly string[] }) {
  if (addresses.length === 0) return null;
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(8rem,1fr))] gap-3">
      {addresses.map((photo, index) => (
        <li key={photo}>
          <a href={photo} target="_blank" rel="noreferrer">
            <img
              src={photo}
              alt={m.case_photo({ number: index + 1 })}
              width={160}
              height={160}
              loading="lazy"
              className="aspect-square w-full rounded-sm object-cover"
            />
          </a>
        </li>
      ))}
    </ul>
  );
}

export function OpenCase({ to }: { to: string }) {
  return (
    <Link to={to} className="shrink-0 text-link text-sm hover:underline">
      {m.case_new_title()}
    </Link>
  );
}

export function CaseHistory({ caseView: { person, atHand, decisions } }: { caseView: CaseView }) {
  return (
    <section aria-labelledby="history">
      <SectionHeading
        id="history"
        title={m.case_history()}
        action={atHand && <OpenCase to={atHand.newCase} />}
      />
      {person && (
        <p className="mb-4 flex flex-wrap items-center gap-x-3">
          <Link to={person.path} className="font-semibold text-link hover:underline">
            <bdi>{person.username}</bdi>
          </Link>
          <span className="text-soft">
            {m.seller_since({ month: person.since })} · {person.facts} · {person.language}
          </span>
          {person.suspended && <Badge tone="danger">{m.case_suspended()}</Badge>}
        </p>
      )}
      {decisions.length === 0 ? (
        <p className="text-soft">{m.case_no_history()}</p>
      ) : (
        <ul className="divide-y divide-line">
          {decisions.map((decision) => (
            <li key={decision.id} className="grid gap-1 py-3">
              <p className="flex flex-wrap items-center gap-x-3">
                <Link to={decision.casePath} className="font-semibold text-link hover:underline">
                  {decision.action}
                </Link>
                <bdi className="text-soft">{decision.about}</bdi>
                {decision.until && <Badge>{decision.until}</Badge>}
                {decision.waiting && <Badge tone="notice">{m.case_waits()}</Badge>}
                {decision.reversed && <Badge tone="good">{m.case_reversed()}</Badge>}
              </p>
              {decision.rule && <p className="text-soft">{decision.rule}</p>}
              <p dir="auto" className="whitespace-pre-line">
                {decision.words}
              </p>
              <p className="text-soft text-sm">
                <bdi>{decision.by}</bdi> · {decision.at}
              </p>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
