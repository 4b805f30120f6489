import { Form, href } from "react-router";
import { z } from "zod";
import { retryFailedJob } from "#app/features/operator/jobs.server.ts";
import { presentJobs } from "#app/features/operator/present.server.ts";
import { OperatorHead, operatorTitle } from "#app/features/operator/ui/operator-head.tsx";
import { m } from "#app/paraglide/messages.js";
import { operating, operator } from "#app/platform/guards.server.ts";
import { failedJobs } from "#app/platform/jobs.server.ts";
import { submit } from "#app/platform/submit.server.ts";
import { Button } from "#app/ui/button.tsx";
import { titled } from "#app/ui/title.ts";
import type { Route } from "./+types/jobs.route.ts";

export const middleware = [operating];

const MOST = 100;

/** /operator/jobs: jobs whose last run failed, mails among them. */
export async function loader({ context }: Route.LoaderArgs) {
  await context.get(operator);
  return { jobs: presentJobs(await failedJobs(MOST)) };
}

export function action({ request, context }: Route.ActionArgs) {
  return submit(request, {
    who: () => context.get(operator),
    schema: z.object({ name: z.string().max(200), id: z.string().max(200) }),
    command: async (job, viewer) => {
      await retryFailedJob(viewer, job);
      return { to: href("/operator/jobs"), toast: { title: m.operator_job_retried() } };
    },
  });
}

export function meta() {
  return titled(operatorTitle("jobs"));
}

export default function JobsPage({ loaderData: { jobs }, actionData }: Route.ComponentProps) {
  return (
    <div className="wrap-column pb-16">
      <OperatorHead current="jobs" fault={actionData?.message} />
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
