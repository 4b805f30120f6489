import { Form, href, redirect } from "react-router";
import { retryFailedJob } from "#app/features/operator/jobs.server.ts";
import { presentJobs } from "#app/features/operator/present.server.ts";
import { OperatorHead, operatorTitle } from "#app/features/operator/ui/operator-head.tsx";
import { m } from "#app/paraglide/messages.js";
import { flash } from "#app/platform/flash.server.ts";
import { readForm } from "#app/platform/form.server.ts";
import { operating, operator } from "#app/platform/guards.server.ts";
import { failedJobs } from "#app/platform/jobs.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { Button } from "#app/ui/button.tsx";
import { titled } from "#app/ui/title.ts";
import type { Route } from "./+types/jobs.route.ts";

export const middleware = [operating];

const MOST = 100;
const FIELDS = ["name", "id"] as const;

/** /operator/jobs: jobs whose last run failed, mails among them. */
export async function loader({ context }: Route.LoaderArgs) {
  await context.get(operator);
  return { jobs: presentJobs(await failedJobs(MOST)) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const viewer = await context.get(operator);
  const form = await readForm(request, FIELDS, 200, 1);
  const [name, id] = FIELDS.map((field) => form?.get(field));
  if (typeof name !== "string" || typeof id !== "string") throw new Refused("error_4xx_message");
  await retryFailedJob(viewer, { name, id });
  const headers = flash(new Headers(), { kind: "success", title: m.operator_job_retried() });
  return redirect(href("/operator/jobs"), { headers });
}

export function meta() {
  return titled(operatorTitle("jobs"));
}

export default function JobsPage({ loaderData: { jobs } }: Route.ComponentProps) {
  return (
    <div className="wrap-column pb-16">
      <OperatorHead current="jobs" />
      {jobs.length === 0 ? (
        <p className="text-soft">{m.operator_jobs_none()}</p>
      ) : (
        <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface">
          {jobs.map(({ id, name, error, queued, next }) => (
            <li key={id}>
              <Form method="post" className="flex flex-wrap items-center gap-3.5 px-4 py-3 sm:px-5">
                <span className="min-w-0 flex-1 basis-60">
                  <span className="block font-semibold">
                    {name}
                    {error && <span className="font-normal text-danger"> · {error}</span>}
                  </span>
                  <span className="block text-soft text-sm">
                    {queued} {next}
                  </span>
                </span>
                <input type="hidden" name="name" value={name} />
                <input type="hidden" name="id" value={id} />
                <Button type="submit" size="sm" aria-label={m.operator_job_retry_of({ name })}>
                  {m.operator_job_retry()}
                </Button>
              </Form>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
