import { parseWithZod } from "@conform-to/zod/v4";
import { href, Link, redirect } from "react-router";
import { isolated } from "#app/domain/text-rules.ts";
import { faulty, intentOf, refused, refusedForm, unreadable } from "#app/features/accounts/answers.server.ts";
import { answerAppeal } from "#app/features/moderation/cases/appeals.server.ts";
import {
  answerWaiting,
  claimCase,
  decideCase,
  logOpened,
  releaseCase,
} from "#app/features/moderation/cases/commands.server.ts";
import { presentWholeCase } from "#app/features/moderation/cases/present.server.ts";
import {
  caseById,
  decisionsAbout,
  otherCases,
  recordOf,
  reportsOf,
  samePhotos,
} from "#app/features/moderation/cases/queries.server.ts";
import { appealAnswerSchema, CASE_FIELDS, decisionSchema } from "#app/features/moderation/cases/schema.ts";
import { AppealSection, CaseSteps, DecisionForm } from "#app/features/moderation/cases/ui/case-forms.tsx";
import { CaseEvidence, CaseHistory } from "#app/features/moderation/cases/ui/case-parts.tsx";
import { CaseRow } from "#app/features/moderation/cases/ui/case-row.tsx";
import { m } from "#app/paraglide/messages.js";
import { flash } from "#app/platform/flash.server.ts";
import { readForm } from "#app/platform/form.server.ts";
import { moderating, moderator } from "#app/platform/guards.server.ts";
import { orRefused, Refused } from "#app/platform/refused.server.ts";
import { LinkButton } from "#app/ui/button.tsx";
import { PageTitle, SectionHeading } from "#app/ui/headings.tsx";
import { titled } from "#app/ui/title.ts";
import type { Route } from "./+types/case.route.ts";

export const middleware = [moderating];

/** /moderation/cases/:id: all stored data of a case, and the form to decide it (docs/decisions/0091-decisions.md). */
export async function loader({ params, context }: Route.LoaderArgs) {
  const viewer = await context.get(moderator);
  const row = await caseById(params.id);
  if (!row) throw new Refused("case_gone");
  const keys = row.evidence?.photos ?? [];
  const [reports, decisions, others, samePhotoListings, person] = await Promise.all([
    reportsOf(row.id),
    decisionsAbout(row),
    otherCases(row),
    samePhotos(keys, row.person_id),
    recordOf(row.person_id),
    logOpened(viewer, row.id),
  ]);
  return presentWholeCase({
    row,
    reports,
    decisions,
    otherCases: others,
    samePhotoListings,
    person,
    viewerId: viewer.id,
  });
}

const INTENTS = {
  claim: true,
  release: true,
  decide: true,
  confirm: true,
  drop: true,
  appeal: true,
} as const;

export async function action({ request, params, context }: Route.ActionArgs) {
  const viewer = await context.get(moderator);
  const { id } = params;
  const form = await readForm(request, CASE_FIELDS, 20_000, 1);
  const intent = intentOf(form, INTENTS);
  if (!form || !intent) return refused({ result: unreadable() });
  const back = (title: string) => redirect(href("/moderation"), { headers: toastHeaders(title) });
  switch (intent) {
    case "claim":
      await claimCase(viewer, id);
      return redirect(href("/moderation/cases/:id", { id }), {
        headers: toastHeaders(m.case_claimed_own()),
      });
    case "release":
      await releaseCase(viewer, id);
      return back(m.case_released());
    case "confirm":
    case "drop":
      await answerWaiting(viewer, id, intent === "confirm");
      return back(intent === "confirm" ? m.case_decided() : m.case_dropped());
    case "appeal": {
      const submission = parseWithZod(form, { schema: appealAnswerSchema });
      if (submission.status !== "success") return refused({ result: faulty(submission) });
      const outcome = await orRefused(answerAppeal(viewer, submission.value));
      if (outcome instanceof Refused) return refusedForm(submission, outcome, (result) => ({ result }));
      return back(m.case_appeal_decided());
    }
    case "decide": {
      const submission = parseWithZod(form, { schema: decisionSchema });
      if (submission.status !== "success") return refused({ result: faulty(submission) });
      const decided = await orRefused(decideCase(viewer, id, submission.value));
      if (decided instanceof Refused) return refusedForm(submission, decided, (result) => ({ result }));
      return back(decided === "waiting" ? m.case_now_waits() : m.case_decided());
    }
  }
}

function toastHeaders(title: string): Headers {
  return flash(new Headers(), { kind: "success", title });
}

export function meta({ loaderData }: Route.MetaArgs) {
  return titled(loaderData ? m.case_title({ name: isolated(loaderData.name) }) : m.moderation_title());
}

export default function CasePage({ loaderData: found, actionData }: Route.ComponentProps) {
  const result = actionData?.result;
  const appeal = found.decisions.find(({ appealOpen }) => appealOpen);
  // The form of a refused decision stays with its text, even if the moderator's claim has ended since.
  const isRefused = result?.initialValue?.intent === "decide";
  return (
    <div className="wrap pb-16">
      <PageTitle
        title={
          <bdi>
            {found.kind}: {found.name}
          </bdi>
        }
        lead={`${found.severityText} · ${found.ago}`}
        actions={<LinkButton to={href("/moderation")}>{m.case_to_queue()}</LinkButton>}
      />
      <div className="grid gap-10 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="grid min-w-0 content-start gap-10">
          <CaseEvidence found={found} />
          <CaseHistory found={found} />
          {found.otherCases.length > 0 && (
            <section aria-labelledby="similar">
              <SectionHeading id="similar" title={m.case_similar()} />
              <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface">
                {found.otherCases.map((one) => (
                  <li key={one.id}>
                    <CaseRow found={one} />
                  </li>
                ))}
              </ul>
            </section>
          )}
          {found.samePhotoListings.length > 0 && (
            <section aria-labelledby="elsewhere">
              <SectionHeading id="elsewhere" title={m.case_elsewhere()} />
              <ul className="grid gap-1">
                {found.samePhotoListings.map(({ path, name, by }) => (
                  <li key={path}>
                    <Link to={path} className="text-link hover:underline">
                      <bdi>{name}</bdi>
                    </Link>{" "}
                    · <bdi>{by}</bdi>
                  </li>
                ))}
              </ul>
            </section>
          )}
        </div>
        <div className="grid content-start gap-6">
          <CaseSteps found={found} />
          {found.open && (found.mine || isRefused) && !found.waiting && (
            <DecisionForm found={found} result={isRefused ? result : undefined} />
          )}
          {appeal && (
            <AppealSection found={found} decision={appeal} result={isRefused ? undefined : result} />
          )}
        </div>
      </div>
    </div>
  );
}
