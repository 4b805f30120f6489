import { Form, href, Link, redirect } from "react-router";
import { formatDay } from "#app/domain/format.ts";
import { waitingReset } from "#app/features/accounts/security/factor-resets.server.ts";
import {
  askReset,
  logPersonOpened,
  mailVerification,
  stopReset,
} from "#app/features/moderation/people/commands.server.ts";
import {
  presentAlike,
  presentPerson,
  presentTimeline,
  resetReasons,
  tabText,
} from "#app/features/moderation/people/present.server.ts";
import {
  accountsAlike,
  ENTRIES_PER_PAGE,
  examinedPerson,
  TIMELINE_TABS,
  timelineOf,
  timelinePosition,
} from "#app/features/moderation/people/queries.server.ts";
import { personSchema, RESET_WORDS_MAX } from "#app/features/moderation/people/schema.ts";
import { PersonTimeline, ResetForm } from "#app/features/moderation/people/ui/person-parts.tsx";
import { FactList } from "#app/features/operator/ui/fact-list.tsx";
import { m } from "#app/paraglide/messages.js";
import { getLocale } from "#app/paraglide/runtime.js";
import { moderating, moderator } from "#app/platform/guards.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { submit } from "#app/platform/submit.server.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button, LinkButton } from "#app/ui/button.tsx";
import { PageTitle, SectionHeading } from "#app/ui/headings.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { LinkTabs } from "#app/ui/tabs.tsx";
import { titled } from "#app/ui/title.ts";
import type { Route } from "./+types/person.route.ts";

export const middleware = [moderating];

/**
 * /moderation/people/:username: what staff know of a person and can do for them
 * (docs/decisions/0197-conversations-and-people.md). Opening it is logged. `?view` narrows the timeline, `?before` is the
 * cursor of its next page.
 */
export async function loader({ request, params: { username }, context }: Route.LoaderArgs) {
  const viewer = await context.get(moderator);
  const person = await examinedPerson(username);
  if (!person) throw new Refused("person_gone");
  const path = href("/moderation/people/:username", { username: person.username });
  const { searchParams, search } = new URL(request.url);
  if (person.username !== username) throw redirect(path + search);
  const view = TIMELINE_TABS.find((tab) => tab === searchParams.get("view")) ?? "all";
  const before = timelinePosition(searchParams.get("before"));
  const isOperator = viewer.role === "operator";
  const [rows, alike, reset] = await Promise.all([
    timelineOf(person.id, view, before),
    accountsAlike(person.id),
    isOperator ? waitingReset(person.id) : undefined,
    before === null && logPersonOpened(viewer, person.id),
  ]);
  const shown = rows.slice(0, ENTRIES_PER_PAGE);
  const addressOf = (tab: string) => (tab === "all" ? path : `${path}?view=${tab}`);
  return {
    person: presentPerson(person, viewer),
    entries: presentTimeline(shown),
    next: rows.length > ENTRIES_PER_PAGE ? `?view=${view}&before=${shown.at(-1)?.cursor}` : null,
    tabs: TIMELINE_TABS.map((tab) => ({ to: addressOf(tab), label: tabText(tab), current: tab === view })),
    alike: presentAlike(alike),
    newCase: `${href("/moderation/cases/new")}?${new URLSearchParams({ kind: "person", subject: person.username })}`,
    factor:
      isOperator && person.secondFactor && person.id !== viewer.id
        ? {
            due: reset ? formatDay(reset.due_at, getLocale()) : null,
            reasons: resetReasons(),
            max: RESET_WORDS_MAX,
          }
        : null,
  };
}

loader.query = ["view", "before"];

export function action({ request, params: { username }, context }: Route.ActionArgs) {
  return submit(request, {
    who: () => context.get(moderator),
    schema: personSchema,
    command: async (input, viewer) => {
      const to = href("/moderation/people/:username", { username });
      switch (input.intent) {
        case "verify":
          await mailVerification(viewer, username);
          return { to, toast: { title: m.person_verify_sent() } };
        case "reset":
          await askReset(viewer, username, input);
          return { to, toast: { title: m.person_reset_begun() } };
        case "stop-reset":
          await stopReset(viewer, username);
          return { to, toast: { title: m.person_reset_stopped() } };
      }
    },
  });
}

export function meta({ loaderData }: Route.MetaArgs) {
  return titled(loaderData?.person.username ?? m.operator_people());
}

export default function PersonPage({ loaderData, actionData }: Route.ComponentProps) {
  const { person, entries, next, tabs, alike, newCase, factor } = loaderData;
  const isResetRefused = actionData?.ok === false && actionData.intent === "reset";
  return (
    <div className="wrap pb-16">
      <PageTitle
        title={<bdi>{person.username}</bdi>}
        actions={
          <>
            {person.path !== null && <LinkButton to={person.path}>{m.person_profile()}</LinkButton>}
            <LinkButton to={newCase} variant="primary">
              {m.person_new_case()}
            </LinkButton>
          </>
        }
      />
      {actionData?.message && !isResetRefused && (
        <Alert tone="danger" className="mb-6">
          {actionData.message}
        </Alert>
      )}
      <div className="grid gap-10 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <section aria-labelledby="timeline" className="min-w-0 max-lg:order-last">
          <SectionHeading id="timeline" title={m.person_timeline()} />
          <LinkTabs label={m.person_timeline()} tabs={tabs} />
          {entries.length === 0 ? (
            <p className="py-4 text-soft">{m.person_timeline_empty()}</p>
          ) : (
            <PersonTimeline entries={entries} />
          )}
          {next && (
            <p className="pt-4">
              <LinkButton to={next}>{m.person_earlier()}</LinkButton>
            </p>
          )}
        </section>
        <div className="grid content-start gap-6">
          <Panel aria-label={m.person_facts()}>
            <FactList facts={person.facts} />
            {!person.verified && (
              <Form method="post" className="pt-3">
                <input type="hidden" name="intent" value="verify" />
                <Button type="submit">{m.person_verify()}</Button>
              </Form>
            )}
          </Panel>
          {alike.length > 0 && (
            <Panel aria-labelledby="alike">
              <h2 id="alike" className="mb-1 text-heading">
                {m.person_alike()}
              </h2>
              <p className="mb-3 text-[0.9375rem] text-soft">{m.person_alike_hint()}</p>
              <ul className="grid gap-1.5">
                {alike.map(({ username, path, photos }) => (
                  <li key={username}>
                    <Link to={path} className="text-link hover:underline">
                      <bdi>{username}</bdi>
                    </Link>{" "}
                    · {photos}
                  </li>
                ))}
              </ul>
            </Panel>
          )}
          {factor && (
            <Panel aria-labelledby="factor">
              <h2 id="factor" className="mb-3 text-heading">
                {m.person_reset_title()}
              </h2>
              {factor.due === null ? (
                <ResetForm
                  reasons={factor.reasons}
                  max={factor.max}
                  result={isResetRefused ? actionData.result : undefined}
                />
              ) : (
                <Form method="post" className="grid gap-3">
                  <p>{m.person_reset_waits({ day: factor.due })}</p>
                  <input type="hidden" name="intent" value="stop-reset" />
                  <div>
                    <Button type="submit">{m.person_reset_stop()}</Button>
                  </div>
                </Form>
              )}
            </Panel>
          )}
        </div>
      </div>
    </div>
  );
}
