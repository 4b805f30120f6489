import type { SubmissionResult } from "@conform-to/react";
import { href } from "react-router";
import { z } from "zod";
import { CASE_STEPS } from "#app/domain/case-process.ts";
import { isolated } from "#app/domain/text-rules.ts";
import { mailLocale } from "#app/features/accounts/mail-template.server.ts";
import { answerAppeal } from "#app/features/moderation/cases/appeals.server.ts";
import { presentAtHand } from "#app/features/moderation/cases/at-hand.server.ts";
import { recordOf, samePhotos } from "#app/features/moderation/cases/background.server.ts";
import {
  answerWaiting,
  claimCase,
  logOpened,
  releaseCase,
} from "#app/features/moderation/cases/commands.server.ts";
import { answerComplaint } from "#app/features/moderation/cases/complaints.server.ts";
import { handOnCase, receiversOf } from "#app/features/moderation/cases/hand-on.server.ts";
import { decideWithListings } from "#app/features/moderation/cases/more-listings.server.ts";
import { presentWholeCase } from "#app/features/moderation/cases/present.server.ts";
import { previewDecision } from "#app/features/moderation/cases/preview.server.ts";
import {
  caseById,
  decisionsAbout,
  otherCases,
  reportsOf,
} from "#app/features/moderation/cases/queries.server.ts";
import { TOGETHER_MAX } from "#app/features/moderation/cases/rules.ts";
import {
  appealAnswerSchema,
  complaintAnswerSchema,
  decisionSchema,
  handOnSchema,
  noteSchema,
  templateSchema,
} from "#app/features/moderation/cases/schema.ts";
import { complaintsIn } from "#app/features/moderation/cases/sent-reports.server.ts";
import type { DecidedTogether } from "#app/features/moderation/cases/together.server.ts";
import { AtHand } from "#app/features/moderation/cases/ui/at-hand.tsx";
import { AppealSection, CaseSteps, HandOnForm } from "#app/features/moderation/cases/ui/case-forms.tsx";
import { CaseEvidence, CaseHistory } from "#app/features/moderation/cases/ui/case-parts.tsx";
import { ComplaintSection } from "#app/features/moderation/cases/ui/complaint-section.tsx";
import { DecisionForm } from "#app/features/moderation/cases/ui/decision-form.tsx";
import { Preview } from "#app/features/moderation/cases/ui/statement.tsx";
import type { StatementPreview } from "#app/features/moderation/cases/view.ts";
import { presentConversation } from "#app/features/moderation/conversations/present.server.ts";
import { conversationsOf } from "#app/features/moderation/conversations/queries.server.ts";
import { CaseConversations } from "#app/features/moderation/conversations/ui/conversation-parts.tsx";
import { addNote, presentNotes } from "#app/features/moderation/notes/notes.server.ts";
import { Notes } from "#app/features/moderation/notes/ui/notes.tsx";
import { askQuestion } from "#app/features/moderation/questions/commands.server.ts";
import { presentAskable, presentQuestions } from "#app/features/moderation/questions/queries.server.ts";
import { questionSchema } from "#app/features/moderation/questions/schema.ts";
import { AskForm, Questions } from "#app/features/moderation/questions/ui/questions.tsx";
import { withTemplate } from "#app/features/moderation/templates/rules.ts";
import { templatesIn } from "#app/features/moderation/templates/templates.server.ts";
import { m } from "#app/paraglide/messages.js";
import { getLocale } from "#app/paraglide/runtime.js";
import { moderating, moderator } from "#app/platform/guards.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { type Done, submit } from "#app/platform/submit.server.ts";
import { Alert } from "#app/ui/alert.tsx";
import { LinkButton } from "#app/ui/button.tsx";
import { PageTitle } from "#app/ui/headings.tsx";
import { titled } from "#app/ui/title.ts";
import type { Route } from "./+types/case.route.ts";

export const middleware = [moderating];

/** /moderation/cases/:id: all stored data of a case, and the form to decide it (docs/decisions/0091-decisions.md). */
export async function loader({ params, context }: Route.LoaderArgs) {
  const viewer = await context.get(moderator);
  const row = await caseById(params.id);
  if (!row) throw new Refused("case_gone");
  const keys = row.evidence?.photos ?? [];
  const person = await recordOf(row.person_id);
  const [reports, decisions, complaints, others, samePhotoListings, atHand] = await Promise.all([
    reportsOf(row.id),
    decisionsAbout(row),
    complaintsIn(row.id),
    otherCases(row),
    samePhotos(keys, row.person_id),
    presentAtHand(row),
    logOpened(viewer, row.id),
  ]);
  const [notes, questions, askable, receivers, templates] = await Promise.all([
    presentNotes(row.id),
    presentQuestions(row.id),
    presentAskable(row.id),
    receiversOf(row, viewer),
    templatesIn(person ? mailLocale(person).locale : getLocale()),
  ]);
  const view = presentWholeCase({
    row,
    reports,
    decisions,
    complaints,
    otherCases: others,
    samePhotoListings,
    person,
    viewerId: viewer.id,
    atHand,
    notes,
    questions,
    askable,
    receivers,
    templates,
  });
  const conversations = await conversationsOf(viewer, row);
  return { ...view, conversations: conversations.map((room) => presentConversation(row.id, room)) };
}

const manyListings = z
  .array(z.uuid())
  .max(TOGETHER_MAX - 1)
  .optional();

const schema = z.discriminatedUnion("intent", [
  z.object({ intent: z.enum(CASE_STEPS) }),
  appealAnswerSchema.extend({ intent: z.literal("appeal") }),
  complaintAnswerSchema.extend({ intent: z.literal("complaint") }),
  decisionSchema.safeExtend({ intent: z.enum(["decide", "preview"]), listing: manyListings }),
  templateSchema.extend({ intent: z.literal("template"), listing: manyListings }),
  noteSchema.extend({ intent: z.literal("note") }),
  questionSchema.extend({ intent: z.literal("ask") }),
  handOnSchema.extend({ intent: z.literal("handOn") }),
]);

/** What the form of a decision shows after a step that decides nothing. */
interface Drafted {
  /** What was typed, with the text of the rule if that was asked for. */
  readonly result: SubmissionResult<string[]>;
  /** Undefined: no preview was asked for. */
  readonly preview?: StatementPreview | null;
}

const drafted = (typed: object, preview?: StatementPreview | null): Done<Drafted | null> => ({
  value: { result: { initialValue: { ...typed } }, ...(preview !== undefined && { preview }) },
});

export function action({ request, params: { id }, context }: Route.ActionArgs) {
  const back = (title: string) => ({ to: href("/moderation"), toast: { title } });
  return submit(request, {
    who: () => context.get(moderator),
    schema,
    command: async (input, viewer): Promise<Done<Drafted | null>> => {
      const here = href("/moderation/cases/:id", { id });
      switch (input.intent) {
        case "claim":
          await claimCase(viewer, id);
          return { to: here, toast: { title: m.case_claimed_own() } };
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
          const { listing = [] } = input;
          const { outcome, others } = await decideWithListings(viewer, id, input, listing);
          return back(outcomeText(outcome, others));
        }
        case "preview":
          return drafted(input, await previewDecision(id, input));
        case "template":
          return drafted({ ...input, words: await templated(id, input) });
        case "note":
          await addNote(viewer, id, input.note);
          return { to: here, toast: { title: m.notes_added() } };
        case "ask":
          await askQuestion(viewer, id, input);
          return { to: here, toast: { title: m.questions_sent() } };
        case "handOn":
          await handOnCase(viewer, id, input);
          return back(m.case_handed_on({ name: input.receiver }));
      }
    },
  });
}

/** What was typed in a decision, with the text of its rule in the member's language. */
async function templated(id: string, { rule, words }: z.infer<typeof templateSchema>): Promise<string> {
  const row = await caseById(id);
  const person = await recordOf(row?.person_id ?? null);
  const texts = await templatesIn(person ? mailLocale(person).locale : getLocale());
  return withTemplate(words, texts[rule], Object.values(texts));
}

function outcomeText(outcome: "decided" | "waiting", others: DecidedTogether | null): string {
  if (outcome === "waiting") return m.case_now_waits();
  if (!others) return m.case_decided();
  const count = others.decided.length;
  const [left] = others.left;
  return left
    ? m.case_decided_with_others({ count, left: others.left.length, why: left.why })
    : m.case_decided_together({ count });
}

export function meta({ loaderData }: Route.MetaArgs) {
  return titled(loaderData ? m.case_title({ name: isolated(loaderData.name) }) : m.moderation_title());
}

export default function CasePage({ loaderData: caseView, actionData }: Route.ComponentProps) {
  const appeal = caseView.decisions.find(({ appealOpen }) => appealOpen);
  const intent = actionData?.intent ?? null;
  const resultOf = (...intents: string[]) =>
    intent !== null && intents.includes(intent) ? actionData?.result : undefined;
  // The form of a refused decision stays with its text, even if the moderator's claim has ended since.
  const refused = resultOf("decide", "preview", "template");
  const draft = actionData?.value ?? null;
  const complains = intent === "complaint";
  const answers = complains || (appeal !== undefined && intent === "appeal");
  const isShownBeside = refused || answers || ["note", "ask", "handOn"].includes(intent ?? "");
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
      {/* On a phone, what to do comes after what was reported and before the rest. */}
      <div className="grid gap-10 lg:grid-cols-[minmax(0,1fr)_24rem] lg:grid-rows-[auto_1fr]">
        <div className="min-w-0">
          <CaseEvidence caseView={caseView} />
        </div>
        <div className="grid min-w-0 content-start gap-6 lg:col-start-2 lg:row-span-2 lg:row-start-1">
          {actionData?.message && !isShownBeside && <Alert tone="danger">{actionData.message}</Alert>}
          <CaseSteps caseView={caseView} />
          {(caseView.decides || refused || draft) && (
            <DecisionForm caseView={caseView} result={refused ?? draft?.result} />
          )}
          {draft?.preview !== undefined && <Preview preview={draft.preview} />}
          {!caseView.closed && caseView.askable.length > 0 && (
            <AskForm key={caseView.questions.length} askable={caseView.askable} result={resultOf("ask")} />
          )}
          {(caseView.decides || resultOf("handOn")) && caseView.receivers.length > 0 && (
            <HandOnForm caseView={caseView} result={resultOf("handOn")} />
          )}
          {appeal && (
            <AppealSection
              caseView={caseView}
              decision={appeal}
              result={answers && !complains ? actionData?.result : undefined}
            />
          )}
          {caseView.complaints.map((complaint) => (
            <ComplaintSection key={complaint.report} complaint={complaint} result={resultOf("complaint")} />
          ))}
        </div>
        <div className="grid min-w-0 content-start gap-10">
          {caseView.questions.length > 0 && <Questions questions={caseView.questions} />}
          <Notes notes={caseView.notes} result={resultOf("note")} />
          <CaseConversations conversations={caseView.conversations} />
          <CaseHistory caseView={caseView} />
          <AtHand caseView={caseView} />
        </div>
      </div>
    </div>
  );
}
