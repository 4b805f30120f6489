import { useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { Form, href, Link } from "react-router";
import { can } from "#app/domain/policies.ts";
import { firstFormFault } from "#app/features/accounts/ui/account-form.tsx";
import { newCasePath } from "#app/features/moderation/cases/view.ts";
import { report } from "#app/features/moderation/reports/commands.server.ts";
import {
  formWithPictures,
  PICTURES_FIELD,
  REPORT_LIMITS,
  storePictures,
} from "#app/features/moderation/reports/pictures.server.ts";
import { presentReport } from "#app/features/moderation/reports/present.server.ts";
import { photosToReport, subjectOf } from "#app/features/moderation/reports/queries.server.ts";
import { PICTURES_MAX, PROOF_MAX, WORDS_MAX } from "#app/features/moderation/reports/rules.ts";
import { REPORT_FIELDS, reportSchema, subjectKindOf } from "#app/features/moderation/reports/schema.ts";
import { Reported } from "#app/features/moderation/reports/ui/reported.tsx";
import { photoUrl } from "#app/features/photos/photo.ts";
import { type ReadBody, withBody } from "#app/features/photos/receive.server.ts";
import type { PageHandle } from "#app/features/shell/use-handle.ts";
import { m } from "#app/paraglide/messages.js";
import { isMultipart } from "#app/platform/body.server.ts";
import { readForm } from "#app/platform/form.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { requireViewer, viewerOf, visitOf } from "#app/platform/session.server.ts";
import { type SentForm, submit } from "#app/platform/submit.server.ts";
import { LinkButton } from "#app/ui/button.tsx";
import { RadioGroup } from "#app/ui/choice-groups.tsx";
import { FormButtons } from "#app/ui/form-buttons.tsx";
import { FormErrors } from "#app/ui/form-errors.tsx";
import { PageTitle } from "#app/ui/headings.tsx";
import { TextArea } from "#app/ui/text-area.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { titled } from "#app/ui/title.ts";
import type { Route } from "./+types/report.route.ts";

const BESIDE_PICTURES = {
  photo_type: PICTURES_FIELD,
  photo_too_heavy: PICTURES_FIELD,
  photo_too_many_pixels: PICTURES_FIELD,
  photo_too_narrow: PICTURES_FIELD,
  photo_broken: PICTURES_FIELD,
  photo_busy: PICTURES_FIELD,
} as const;

/** The reporter (null when signed out) and what is reported. Only the two people of a conversation report messages. */
async function reporting(request: Request, params: Route.LoaderArgs["params"]) {
  const kind = subjectKindOf(params.kind);
  if (!kind) throw new Refused("home_not_found");
  const viewer = kind === "message" ? await requireViewer(request) : await viewerOf(request);
  const subject = await subjectOf(kind, params.id, viewer);
  if (!can(viewer, "report", { kind: "person", userId: subject.personId })) throw new Refused("report_own");
  return { viewer, subject };
}

/**
 * /report/:kind/:id: reports a listing, a photo of it, a message, a review or a person
 * (docs/decisions/0090-reports.md).
 */
export async function loader({ request, params }: Route.LoaderArgs) {
  const { viewer, subject } = await reporting(request, params);
  const photos = subject.kind === "listing" ? await photosToReport(subject) : [];
  const visit = await visitOf(request);
  return {
    ...presentReport(subject),
    photos,
    signedIn: viewer !== null,
    newCase: visit?.role ? newCasePath(subject.kind, subject.id) : null,
  };
}

/**
 * Stores the report. A person's second report about an open case is not stored, and the message says so. A signed-out
 * reporter gets the usual thanks: otherwise anybody could find out whether the owner of an email address reported it. A
 * bot, which fills the hidden field `memo`, sees the usual thanks, but nothing is stored.
 */
export function action({ request, params }: Route.ActionArgs) {
  let files: readonly File[] = [];
  const store = (readBody: ReadBody) =>
    submit(request, {
      who: () => reporting(request, params),
      schema: ({ viewer, subject }) => reportSchema(subject.kind, viewer !== null),
      read: async (_, { viewer }): Promise<SentForm | null> => {
        // Only signed-in people send pictures, because decoding them takes much CPU time.
        if (!viewer || !isMultipart(request)) {
          const form = await readForm(request, REPORT_FIELDS);
          return form && { form };
        }
        const sent = await formWithPictures(request, await readBody(viewer.id));
        files = sent?.files ?? [];
        if (!sent || files.length <= PICTURES_MAX) return sent;
        return {
          form: sent.form,
          faults: { [PICTURES_FIELD]: [m.report_pictures_many({ max: PICTURES_MAX })] },
        };
      },
      fieldOf: BESIDE_PICTURES,
      command: async (input, { viewer, subject }) => {
        const send = async () => {
          const pictures = viewer ? await storePictures(viewer, files) : [];
          return report(request, viewer, subject, input, pictures);
        };
        const isNew = input.memo ? true : await send();
        const description = isNew || !viewer ? m.report_thanks() : m.report_before();
        return { to: subject.path, toast: { title: m.report_thanks_title(), description } };
      },
    });
  return withBody(request, store, REPORT_LIMITS);
}

export function meta({ loaderData }: Route.MetaArgs) {
  return titled(loaderData?.title ?? m.report_title_listing());
}

export const handle: PageHandle = { ownAction: true };

export default function ReportPage({ loaderData, actionData, params }: Route.ComponentProps) {
  const { title, reported, reasons, photos, signedIn, path, newCase } = loaderData;
  const kind = subjectKindOf(params.kind) ?? "listing";
  const schema = reportSchema(kind, signedIn);
  const [form, fields] = useForm({
    lastResult: actionData?.result,
    shouldRevalidate: "onInput",
    onValidate: ({ formData }) => parseWithZod(formData, { schema }),
  });
  const fault = firstFormFault(actionData?.result, REPORT_FIELDS);
  return (
    <div className="wrap-column pb-16">
      <PageTitle
        title={title}
        lead={m.report_lead()}
        actions={newCase && <LinkButton to={newCase}>{m.case_new_title()}</LinkButton>}
      />
      <div className="grid gap-6">
        <Reported reported={reported} />
        <Form
          method="post"
          id={form.id}
          onSubmit={form.onSubmit}
          noValidate
          encType={signedIn ? "multipart/form-data" : undefined}
          className="grid gap-5"
        >
          <FormErrors formId={form.id} errors={form.allErrors} />
          <RadioGroup
            id={fields.reason.id}
            legend={m.report_reason()}
            name={fields.reason.name}
            choices={reasons}
            chosen={fields.reason.initialValue}
            error={fields.reason.errors}
            required
          />
          <TextArea
            id={fields.words.id}
            name={fields.words.name}
            label={m.report_words()}
            optional
            defaultValue={fields.words.initialValue}
            error={fields.words.errors}
            rows={4}
            maxLength={WORDS_MAX}
            dir="auto"
            autoFocus={fault === "words"}
          />
          <TextArea
            id={fields.proof.id}
            name={fields.proof.name}
            label={m.report_proof()}
            hint={m.report_proof_hint()}
            optional
            defaultValue={fields.proof.initialValue}
            error={fields.proof.errors}
            rows={2}
            maxLength={PROOF_MAX}
            dir="auto"
            autoFocus={fault === "proof"}
          />
          {signedIn && (
            <TextField
              type="file"
              name="pictures"
              multiple
              accept="image/*,.heic,.heif"
              label={m.report_pictures()}
              hint={m.report_pictures_hint({ max: PICTURES_MAX })}
              error={actionData?.result?.error?.pictures ?? undefined}
              optional
            />
          )}
          {!signedIn && (
            <TextField
              id={fields.email.id}
              name={fields.email.name}
              type="email"
              label={m.report_email()}
              hint={m.report_email_hint()}
              defaultValue={fields.email.initialValue}
              error={fields.email.errors}
              autoComplete="email"
              autoFocus={fault === "email"}
            />
          )}
          <input type="text" name="memo" hidden tabIndex={-1} autoComplete="off" defaultValue="" />
          <p className="text-soft text-sm">{m.report_good_faith()}</p>
          <FormButtons send={m.report_send()} cancel={path} />
        </Form>
        {photos.length > 0 && (
          <section aria-labelledby="photos" className="mt-4">
            <h2 id="photos" className="mb-3 text-heading">
              {m.report_one_photo()}
            </h2>
            <ul className="flex flex-wrap gap-3">
              {photos.map(({ id, key }, index) => (
                <li key={id}>
                  <Link
                    to={href("/report/:kind/:id", { kind: "photo", id })}
                    rel="nofollow"
                    className="block"
                  >
                    <img
                      src={photoUrl(key, 160)}
                      alt={m.report_photo_number({ number: index + 1 })}
                      width={96}
                      height={96}
                      loading="lazy"
                      className="size-24 rounded-sm object-cover"
                    />
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </div>
  );
}
