import { useForm } from "@conform-to/react";
import { Form, href, Link } from "react-router";
import { can } from "#app/domain/policies.ts";
import { openCaseUnasked } from "#app/features/moderation/cases/open-case.server.ts";
import { openCaseAbout } from "#app/features/moderation/cases/queries.server.ts";
import { presentReport } from "#app/features/moderation/reports/present.server.ts";
import { type Subject, subjectForStaff } from "#app/features/moderation/reports/queries.server.ts";
import { WORDS_MAX } from "#app/features/moderation/reports/rules.ts";
import { reportSchema, subjectKindOf } from "#app/features/moderation/reports/schema.ts";
import { Reported } from "#app/features/moderation/reports/ui/reported.tsx";
import { m } from "#app/paraglide/messages.js";
import { moderating, moderator } from "#app/platform/guards.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { submit } from "#app/platform/submit.server.ts";
import { Alert } from "#app/ui/alert.tsx";
import { RadioGroup } from "#app/ui/choice-groups.tsx";
import { FormButtons } from "#app/ui/form-buttons.tsx";
import { FormErrors } from "#app/ui/form-errors.tsx";
import { PageTitle } from "#app/ui/headings.tsx";
import { TextArea } from "#app/ui/text-area.tsx";
import { titled } from "#app/ui/title.ts";
import type { Route } from "./+types/new-case.route.ts";

export const middleware = [moderating];

async function subjectIn(request: Request): Promise<Subject> {
  const { searchParams } = new URL(request.url);
  const kind = subjectKindOf(searchParams.get("kind") ?? "");
  if (!kind) throw new Refused("home_not_found");
  return subjectForStaff(kind, searchParams.get("subject") ?? "");
}

/**
 * /moderation/cases/new?kind=&subject=: a moderator opens a case that nobody reported
 * (docs/decisions/0195-the-desk-of-moderators.md).
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const viewer = await context.get(moderator);
  const subject = await subjectIn(request);
  const { reported, reasons, path } = presentReport(subject);
  const open = await openCaseAbout(subject);
  return {
    // A message is private: it is read in the case, where opening it is logged.
    reported: subject.kind === "message" ? { ...reported, text: "", photos: [] } : reported,
    reasons,
    path,
    open: open === undefined ? null : href("/moderation/cases/:id", { id: open }),
    own: !can(viewer, "judge", { kind: "case", userId: subject.personId }),
  };
}

export function action({ request, context }: Route.ActionArgs) {
  return submit(request, {
    who: async () => ({ viewer: await context.get(moderator), subject: await subjectIn(request) }),
    schema: ({ subject }) => reportSchema(subject.kind, true).pick({ reason: true, words: true }),
    command: async (input, { viewer, subject }) => {
      const id = await openCaseUnasked(viewer, subject, input);
      return { to: href("/moderation/cases/:id", { id }) };
    },
  });
}

export function meta() {
  return titled(m.case_new_title());
}

export default function NewCasePage({ loaderData, actionData }: Route.ComponentProps) {
  const { reported, reasons, path, open, own } = loaderData;
  const [form, fields] = useForm<{ reason: string; words: string }>({
    lastResult: actionData?.result,
    shouldRevalidate: "onInput",
  });
  return (
    <div className="wrap-column pb-16">
      <PageTitle title={m.case_new_title()} lead={m.case_new_lead()} />
      <div className="grid gap-6">
        <Reported reported={reported} />
        {own && <Alert tone="notice">{m.case_own()}</Alert>}
        {open && (
          <Alert
            tone="notice"
            title={m.case_new_open()}
            action={
              <Link to={open} className="text-link">
                {m.case_new_to_case()}
              </Link>
            }
          />
        )}
        {!own && (
          <Form method="post" id={form.id} noValidate className="grid gap-5">
            <FormErrors formId={form.id} errors={form.allErrors} />
            <RadioGroup
              id={fields.reason.id}
              legend={m.case_new_reason()}
              name={fields.reason.name}
              choices={reasons}
              chosen={fields.reason.initialValue}
              error={fields.reason.errors}
              required
            />
            <TextArea
              id={fields.words.id}
              name={fields.words.name}
              label={m.case_new_words()}
              hint={m.case_new_words_hint()}
              optional
              defaultValue={fields.words.initialValue}
              error={fields.words.errors}
              rows={4}
              maxLength={WORDS_MAX}
              dir="auto"
            />
            <FormButtons send={m.case_new_send()} cancel={path} />
          </Form>
        )}
      </div>
    </div>
  );
}
