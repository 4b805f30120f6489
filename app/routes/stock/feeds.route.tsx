import { href, Link } from "react-router";
import { addFeed } from "#app/features/stock/feeds/commands.server.ts";
import { feedsOf } from "#app/features/stock/feeds/present.server.ts";
import { MAX_FEEDS, TALK_DAYS } from "#app/features/stock/feeds/rules.ts";
import { feedSchema } from "#app/features/stock/feeds/schema.ts";
import { FeedFields } from "#app/features/stock/feeds/ui/feed-fields.tsx";
import { FeedLine, RunLine } from "#app/features/stock/feeds/ui/runs.tsx";
import { feedPath } from "#app/features/stock/feeds/view.ts";
import { m } from "#app/paraglide/messages.js";
import { signedIn, signedInViewer } from "#app/platform/guards.server.ts";
import { submit } from "#app/platform/submit.server.ts";
import { PageTitle, SectionHeading } from "#app/ui/headings.tsx";
import { titled } from "#app/ui/title.ts";
import type { Route } from "./+types/feeds.route.ts";

export const middleware = [signedIn];

/** /sell/business/feeds: files of stock that the shop fetches by itself (decision 0188). */
export async function loader({ context }: Route.LoaderArgs) {
  return { feeds: await feedsOf(await context.get(signedInViewer)) };
}

export function action({ request, context }: Route.ActionArgs) {
  return submit(request, {
    who: () => context.get(signedInViewer),
    schema: feedSchema,
    command: async (input, viewer) => ({
      to: feedPath(await addFeed(viewer, input)),
      toast: { title: m.feed_added(), tone: "good" },
    }),
  });
}

export function meta() {
  return titled(m.feeds_title());
}

export default function FeedsPage({ loaderData: { feeds }, actionData }: Route.ComponentProps) {
  return (
    <div className="wrap-column pb-16">
      <PageTitle title={m.feeds_title()} lead={m.feeds_lead()} />
      {feeds.length > 0 && (
        <ul className="mb-12 divide-y divide-line rounded-lg border border-line bg-surface">
          {feeds.map((feed) => (
            <li key={feed.id} className="px-4 py-3">
              <Link to={feedPath(feed.id)} className="text-link font-semibold">
                {feed.host}
              </Link>
              <FeedLine feed={feed} />
              {feed.runs[0] && <RunLine run={feed.runs[0]} />}
            </li>
          ))}
        </ul>
      )}
      <section aria-labelledby="feed-add" className="mb-12">
        <SectionHeading id="feed-add" title={m.feed_add_title()} />
        {feeds.length < MAX_FEEDS ? (
          <FeedFields
            feed={null}
            answer={actionData}
            send={m.feed_add()}
            cancel={`${href("/sell/business")}?tab=upload`}
          />
        ) : (
          <p className="text-soft">{m.feed_many({ max: MAX_FEEDS })}</p>
        )}
      </section>
      <section aria-labelledby="feed-rules">
        <SectionHeading id="feed-rules" title={m.feed_rules()} />
        <ul className="grid list-disc gap-2 pl-5 text-soft">
          <li>{m.feed_rule_wins()}</li>
          <li>{m.feed_rule_gone({ days: TALK_DAYS })}</li>
          <li>{m.feed_rule_sold()}</li>
        </ul>
      </section>
    </div>
  );
}
