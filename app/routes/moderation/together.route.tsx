import { href } from "react-router";
import { z } from "zod";
import { presentDecisionChoices, presentLanguages } from "#app/features/moderation/cases/present.server.ts";
import { DECISIONS, TOGETHER_MAX } from "#app/features/moderation/cases/rules.ts";
import { decisionSchema } from "#app/features/moderation/cases/schema.ts";
import { decideTogether } from "#app/features/moderation/cases/together.server.ts";
import { DecisionForm } from "#app/features/moderation/cases/ui/decision-form.tsx";
import { presentQueueRows } from "#app/features/moderation/queue/present.server.ts";
import { casesWith, languagesOf, reportsOfCases } from "#app/features/moderation/queue/queries.server.ts";
import { QueueRow } from "#app/features/moderation/queue/ui/queue-row.tsx";
import { m } from "#app/paraglide/messages.js";
import { moderating, moderator } from "#app/platform/guards.server.ts";
import { submit } from "#app/platform/submit.server.ts";
import { Alert } from "#app/ui/alert.tsx";
import { LinkButton } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageTitle } from "#app/ui/headings.tsx";
import { titled } from "#app/ui/title.ts";
import type { Route } from "./+types/together.route.ts";

export const middleware = [moderating];

/** /moderation/together: one decision about the cases of the parameters `case` (docs/decisions/0193-queue-and-complaints.md). */
export async function loader({ request, context }: Route.LoaderArgs) {
  const viewer = await context.get(moderator);
  const ids = new URL(request.url).searchParams.getAll("case").slice(0, TOGETHER_MAX);
  const rows = await casesWith(ids);
  const [reports, languages] = await Promise.all([
    reportsOfCases(rows.map(({ id }) => id)),
    languagesOf(rows),
  ]);
  return {
    cases: presentQueueRows(rows, reports, viewer),
    languageHint: presentLanguages(languages),
    ...presentDecisionChoices(DECISIONS),
  };
}

const schema = decisionSchema.safeExtend({
  case: z
    .array(z.string())
    .min(1, { error: () => m.together_none() })
    .max(TOGETHER_MAX),
});

export function action({ request, context }: Route.ActionArgs) {
  return submit(request, {
    who: () => context.get(moderator),
    schema,
    command: async ({ case: ids, ...input }, viewer) => {
      const { decided, waiting, left } = await decideTogether(viewer, ids, input);
      const title = m.together_decided({ count: decided.length + waiting.length });
      if (left.length === 0) return { to: href("/moderation"), toast: { title } };
      // The page shows which cases were left, and why.
      return { value: { title, left } };
    },
  });
}

export function meta() {
  return titled(m.together_title());
}

export default function TogetherPage({ loaderData, actionData }: Route.ComponentProps) {
  const { cases } = loaderData;
  const done = actionData?.ok ? actionData.value : null;
  const left = new Map(done?.left.map(({ id, why }) => [id, why]));
  const shown = done ? cases.filter(({ id }) => left.has(id)) : cases;
  return (
    <div className="wrap pb-16">
      <PageTitle
        title={m.together_title()}
        lead={m.together_lead()}
        actions={<LinkButton to={href("/moderation")}>{m.case_to_queue()}</LinkButton>}
      />
      {cases.length === 0 ? (
        <EmptyState title={m.together_none()} />
      ) : (
        <div className="grid gap-10 lg:grid-cols-[minmax(0,1fr)_24rem]">
          <div className="grid min-w-0 content-start gap-4">
            {done && (
              <Alert tone="notice" title={done.title}>
                {m.together_left()}
              </Alert>
            )}
            <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface">
              {shown.map((row) => {
                const stop = left.get(row.id) ?? row.stop;
                return (
                  <li key={row.id}>
                    <QueueRow row={row}>
                      {!done && (
                        <label className="tick grid-cols-[auto] pt-6 pr-2">
                          <input
                            type="checkbox"
                            form="together"
                            name="case"
                            value={row.id}
                            aria-label={m.queue_choose({ name: row.name })}
                            defaultChecked={stop === null}
                            disabled={stop !== null}
                          />
                        </label>
                      )}
                    </QueueRow>
                    {stop !== null && <p className="px-4 pb-3 text-danger text-sm">{stop}</p>}
                  </li>
                );
              })}
            </ul>
          </div>
          {!done && (
            <div className="grid content-start gap-6">
              {actionData?.ok === false && actionData.reason !== "invalid" && (
                <Alert tone="danger">{actionData.message}</Alert>
              )}
              <DecisionForm
                id="together"
                caseView={{ ...loaderData, person: null }}
                result={actionData?.result}
              />
            </div>
          )}
        </div>
      )}
    </div>
  );
}
