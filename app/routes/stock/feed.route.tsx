import { href, useRevalidator } from "react-router";
import { waitingTexts } from "#app/features/stock/answers/ui/texts.ts";
import { answersPath } from "#app/features/stock/answers/view.ts";
import { changeFeed, saveFeed } from "#app/features/stock/feeds/commands.server.ts";
import { feedOf } from "#app/features/stock/feeds/present.server.ts";
import { type FeedIntent, feedFormSchema } from "#app/features/stock/feeds/schema.ts";
import { FeedFields } from "#app/features/stock/feeds/ui/feed-fields.tsx";
import { FeedLine, GoneList, RunList } from "#app/features/stock/feeds/ui/runs.tsx";
import { FEEDS_PATH, feedPath } from "#app/features/stock/feeds/view.ts";
import { m } from "#app/paraglide/messages.js";
import { signedIn, signedInViewer } from "#app/platform/guards.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { submit } from "#app/platform/submit.server.ts";
import { Alert } from "#app/ui/alert.tsx";
import { LinkButton } from "#app/ui/button.tsx";
import { countText } from "#app/ui/count-text.ts";
import { IntentButton } from "#app/ui/form-buttons.tsx";
import { PageTitle, SectionHeading } from "#app/ui/headings.tsx";
import { titled } from "#app/ui/title.ts";
import { useInterval } from "#app/ui/use-timer.ts";
import type { Route } from "./+types/feed.route.ts";

export const middleware = [signedIn];

/** How often the page looks whether a run has gone on. */
const LOOK_MS = 3_000;

/** /sell/business/feeds/:id: a feed with its last runs, and what its owner has to decide. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const feed = await feedOf(await context.get(signedInViewer), params.id);
  if (!feed) throw new Refused("feed_gone");
  return { feed };
}

const DONE: Readonly<Record<FeedIntent, () => string>> = {
  run: m.feed_started,
  pause: m.feed_paused,
  resume: m.feed_resumed,
  delete: m.feed_deleted,
  withdraw: m.feed_withdrawn,
  keep: m.feed_kept,
};

export function action({ request, params, context }: Route.ActionArgs) {
  return submit(request, {
    who: () => context.get(signedInViewer),
    schema: feedFormSchema,
    command: async (input, viewer) => {
      if (input.intent === "save") {
        await saveFeed(viewer, params.id, input);
        return { to: feedPath(params.id), toast: { title: m.feed_saved(), tone: "good" } };
      }
      await changeFeed(viewer, params.id, input.intent);
      const to = input.intent === "delete" ? FEEDS_PATH : feedPath(params.id);
      return { to, toast: { title: DONE[input.intent](), tone: "good" } };
    },
    failedTitle: () => m.ui_error(),
  });
}

export function meta({ loaderData }: Route.MetaArgs) {
  return titled(loaderData ? m.feed_title({ host: loaderData.feed.host }) : m.feeds_title());
}

export default function FeedPage({ loaderData: { feed }, actionData }: Route.ComponentProps) {
  const { state, leftOut, spared, asks, far } = feed;
  const { revalidate } = useRevalidator();
  useInterval(revalidate, feed.isBusy ? LOOK_MS : null);
  return (
    <div className="wrap-column pb-16">
      <PageTitle
        title={m.feed_title({ host: feed.host })}
        lead={<bdi className="break-all">{feed.url}</bdi>}
      />
      {state === "asking" && (
        <Alert className="mb-8" title={m.feed_ask_title({ count: countText(leftOut.total) })}>
          <p>{m.feed_ask_text()}</p>
          <GoneList {...leftOut} />
          <div className="mt-4 flex flex-wrap gap-3">
            <IntentButton<FeedIntent> intent="withdraw" variant="primary">
              {m.feed_ask_withdraw()}
            </IntentButton>
            <IntentButton<FeedIntent> intent="keep">{m.feed_ask_keep()}</IntentButton>
          </div>
        </Alert>
      )}
      {far && (
        <Alert
          className="mb-8"
          title={m.business_far_title({ count: countText(far.count) })}
          action={<LinkButton to={far.path}>{m.feed_details()}</LinkButton>}
        >
          {m.feed_far_text()}
        </Alert>
      )}
      {spared.total > 0 && (
        <Alert className="mb-8" title={m.feed_spared_title({ count: countText(spared.total) })}>
          <p>{m.feed_spared_text()}</p>
          <GoneList {...spared} />
        </Alert>
      )}
      {asks && (
        <Alert
          className="mb-8"
          title={m.feed_asks()}
          action={
            <LinkButton to={answersPath(asks.id)} size="sm">
              {m.answers_answer()}
            </LinkButton>
          }
        >
          {m.answers_waiting({ rows: waitingTexts(asks.waiting) })}
        </Alert>
      )}
      <FeedLine feed={feed} />
      {state !== "asking" && (
        <div className="mt-4 flex flex-wrap gap-3">
          <IntentButton<FeedIntent> intent="run" variant="primary">
            {m.feed_run()}
          </IntentButton>
          {state === "active" ? (
            <IntentButton<FeedIntent> intent="pause">{m.feed_pause()}</IntentButton>
          ) : (
            <IntentButton<FeedIntent> intent="resume">{m.feed_resume()}</IntentButton>
          )}
        </div>
      )}
      <section aria-labelledby="feed-runs" className="mt-12">
        <SectionHeading id="feed-runs" title={m.feed_runs()} />
        <RunList runs={feed.runs} />
      </section>
      <section aria-labelledby="feed-edit" className="mt-12">
        <SectionHeading id="feed-edit" title={m.feed_edit_title()} />
        <FeedFields
          feed={feed}
          answer={actionData}
          send={m.feed_save()}
          cancel={href("/sell/business/feeds")}
        />
      </section>
      <section aria-label={m.feed_delete()} className="mt-10 border-line border-t pt-6">
        <p className="mb-3 text-soft">{m.feed_delete_text()}</p>
        <IntentButton<FeedIntent> intent="delete" variant="danger">
          {m.feed_delete()}
        </IntentButton>
      </section>
    </div>
  );
}
