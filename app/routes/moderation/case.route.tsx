import { href, Link } from "react-router";
import { z } from "zod";
import { CASE_STEPS } from "#app/domain/case-process.ts";
import { isolated } from "#app/domain/text-rules.ts";
import { answerAppeal } from "#app/features/moderation/cases/appeals.server.ts";
import {
  answerWaiting,
  claimCase,
  decideCase,
  logOpened,
  releaseCase,
} from "#app/features/moderation/cases/commands.server.ts";
import { answerComplaint } from "#app/features/moderation/cases/complaints.server.ts";
import { presentWholeCase } from "#app/features/moderation/cases/present.server.ts";
import {
  caseById,
  decisionsAbout,
  otherCases,
  recordOf,
  reportsOf,
  samePhotos,
} from "#app/features/moderation/cases/queries.server.ts";
import {
  appealAnswerSchema,
  complaintAnswerSchema,
  decisionSchema,
} from "#app/features/moderation/cases/schema.ts";
import { complaintsIn } from "#app/features/moderation/cases/sent-reports.server.ts";
import { AppealSection, CaseSteps, DecisionForm } from "#app/features/moderation/cases/ui/case-forms.tsx";
import { CaseEvidence, CaseHistory } from "#app/features/moderation/cases/ui/case-parts.tsx";
import { CaseRow } from "#app/features/moderation/cases/ui/case-row.tsx";
import { ComplaintSection } from "#app/features/moderation/cases/ui/complaint-section.tsx";
import { m } from "#app/paraglide/messages.js";
import { moderating, moderator } from "#app/platform/guards.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { submit } from "#app/platform/submit.server.ts";
import { Alert } from "#app/ui/alert.tsx";
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
  const [reports, decisions, complaints, others, samePhotoListings, person] = await Promise.all([
    reportsOf(row.id),
    decisionsAbout(row),
    complaintsIn(row.id),
    otherCases(row),
    samePhotos(keys, row.person_id),
    recordOf(row.person_id),
    logOpened(viewer, row.id),
  ]);
  return presentWholeCase({
    row,
    reports,
    decisions,
    complaints,
    otherCases: others,
    samePhotoListings,
    person,
    viewerId: viewer.id,
  });
}

const schema = z.discriminatedUnion("intent", [
  z.object({ intent: z.enum(CASE_STEPS) }),
  appealAnswerSchema.extend({ intent: z.literal("appeal") }),
  complaintAnswerSchema.extend({ intent: z.literal("complaint") }),
  decisionSchema.safeExtend({ intent: z.literal("decide") }),
]);

export function action({ request, params: { id }, context }: Route.ActionArgs) {
  const back = (title: string) => ({ to: href("/moderation"), toast: { title } });
  return submit(request, {
    who: () => context.get(moderator),
    schema,
    command: async (input, viewer) => {
      switch (input.intent) {
        case "claim":
          await claimCase(viewer, id);
          return { to: href("/moderation/cases/:id", { id }), toast: { title: m.case_claimed_own() } };
        case "release":
          await releaseCase(viewer, id);
          return back(m.case_released());
        case "confirm":
        case "drop":
          await answerWaiting(viewer, id, input.intent === "confirm");
          return back(input.intent === "confirm" ? m.case_decided() : m.case_dropped());
        case "appeal":
          await answerAppeal(viewer, input);
          return back(m.case_appeal_decided());
        case "complaint":
          await answerComplaint(viewer, input);
          return back(m.complaint_decided());
        case "decide": {
          const decided = await decideCase(viewer, id, input);
          return back(decided === "waiting" ? m.case_now_waits() : m.case_decided());
        }
      }
    },
  });
}

export function meta({ loaderData }: Route.MetaArgs) {
  return titled(loaderData ? m.case_title({ name: isolated(loaderData.name) }) : m.moderation_title());
}

export default function CasePage({ loaderData: caseView, actionData }: Route.ComponentProps) {
  const appeal = caseView.decisions.find(({ appealOpen }) => appealOpen);
  // The form of a refused decision stays with its text, even if the moderator's claim has ended since.
  const isRefused = actionData?.ok === false && actionData.intent === "decide";
  const complains = actionData?.intent === "complaint";
  const answers = complains || (appeal !== undefined && actionData?.intent === "appeal");
  return (
    <div className="wrap pb-16">
      <PageTitle
        title={
          <bdi>
            {caseView.kind}: {caseView.name}
          </bdi>
        }
        lead={`${caseView.severityText} · ${caseView.ago}`}
        actions={<LinkButton to={href("/moderation")}>{m.case_to_queue()}</LinkButton>}
      />
      <div className="grid gap-10 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="grid min-w-0 content-start gap-10">
          <CaseEvidence caseView={caseView} />
          <CaseHistory caseView={caseView} />
          {caseView.otherCases.length > 0 && (
            <section aria-labelledby="similar">
              <SectionHeading id="similar" title={m.case_similar()} />
              <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface">
                {caseView.otherCases.map((other) => (
                  <li key={other.id}>
                    <CaseRow caseRow={other} />
                  </li>
                ))}
              </ul>
            </section>
          )}
          {caseView.samePhotoListings.length > 0 && (
            <section aria-labelledby="elsewhere">
              <SectionHeading id="elsewhere" title={m.case_elsewhere()} />
              <ul className="grid gap-1">
                {caseView.samePhotoListings.map(({ path, name, by }) => (
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
          {actionData?.message && !isRefused && !answers && <Alert tone="danger">{actionData.message}</Alert>}
          <CaseSteps caseView={caseView} />
          {(caseView.decides || isRefused) && (
            <DecisionForm caseView={caseView} result={isRefused ? actionData.result : undefined} />
          )}
          {appeal && (
            <AppealSection
              caseView={caseView}
              decision={appeal}
              result={answers && !complains ? actionData?.result : undefined}
            />
          )}
          {caseView.complaints.map((complaint) => (
            <ComplaintSection
              key={complaint.report}
              complaint={complaint}
              result={complains ? actionData.result : undefined}
            />
          ))}
        </div>
      </div>
    </div>
  );
}
