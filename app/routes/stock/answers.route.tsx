import { Form } from "react-router";
import { changeAnswers, forgetAnswers } from "#app/features/stock/answers/commands.server.ts";
import { answersDetails } from "#app/features/stock/answers/present.server.ts";
import { answersFormSchema } from "#app/features/stock/answers/schema.ts";
import { AnswersForm } from "#app/features/stock/answers/ui/answers-form.tsx";
import { stockLabels } from "#app/features/stock/csv/labels.server.ts";
import { feedPath } from "#app/features/stock/feeds/view.ts";
import { BULK_PATH } from "#app/features/stock/upload/view.ts";
import { m } from "#app/paraglide/messages.js";
import { signedIn, signedInViewer } from "#app/platform/guards.server.ts";
import { datedRates } from "#app/platform/rates.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { submit } from "#app/platform/submit.server.ts";
import { Button } from "#app/ui/button.tsx";
import { PageTitle } from "#app/ui/headings.tsx";
import { titled } from "#app/ui/title.ts";
import type { Route } from "./+types/answers.route.ts";

export const middleware = [signedIn];

/** /sell/business/answers/:id: what a seller answers about files of one shape (decision 0190). */
export async function loader({ params, context }: Route.LoaderArgs) {
  const details = await answersDetails(await context.get(signedInViewer), params.id);
  if (!details) throw new Refused("answers_gone");
  return { details, rates: await datedRates(), labels: stockLabels() };
}

export function action({ request, params, context }: Route.ActionArgs) {
  return submit(request, {
    who: () => context.get(signedInViewer),
    schema: answersFormSchema,
    coerces: false,
    command: async (input, viewer) => {
      if (input.intent === "forget") {
        await forgetAnswers(viewer, params.id);
        return { to: BULK_PATH, toast: { title: m.answers_forgotten(), tone: "good" } };
      }
      const feed = await changeAnswers(viewer, params.id, input);
      const description = feed ? m.answers_saved_feed() : m.answers_saved_file();
      return {
        to: feed ? feedPath(feed) : BULK_PATH,
        toast: { title: m.answers_saved(), description, tone: "good" },
      };
    },
    failedTitle: () => m.ui_error(),
  });
}

export function meta({ loaderData }: Route.MetaArgs) {
  return titled(m.answers_title({ file: loaderData?.details.title ?? "" }));
}

export default function AnswersPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <div className="wrap-column pb-16">
      <PageTitle title={m.answers_title({ file: loaderData.details.title })} lead={m.answers_lead()} />
      <AnswersForm key={loaderData.details.id} {...loaderData} answer={actionData} />
      {loaderData.details.answeredAt && (
        <Form method="post" className="mt-10 border-line border-t pt-6">
          <input type="hidden" name="intent" value="forget" />
          <p className="mb-3 text-soft">{m.answers_forget_text()}</p>
          <Button type="submit" variant="danger">
            {m.answers_start_over()}
          </Button>
        </Form>
      )}
    </div>
  );
}
