import { Link } from "react-router";
import { storedText } from "#app/domain/stored-name.ts";
import { m } from "#app/paraglide/messages.js";
import { countText } from "#app/ui/count-text.ts";
import { useTimeFormat } from "#app/ui/time-format.ts";
import { usedText, waitingTexts } from "../../answers/ui/texts.ts";
import type { FileReading } from "../../answers/view.ts";
import { leftOutText } from "../../ui/left-out.tsx";
import type { FeedState, RunState } from "../rules.ts";
import type { FeedView, GoneListings, RunView } from "../view.ts";

const STATES: Readonly<Record<RunState, () => string>> = {
  fetching: m.feed_run_fetching,
  importing: m.feed_run_importing,
  done: m.feed_run_done,
  unchanged: m.feed_run_unchanged,
  failed: m.feed_run_failed,
};

const FEED_STATES: Readonly<Record<FeedState, () => string>> = {
  active: m.feed_state_active,
  paused: m.feed_state_paused,
  asking: m.feed_state_asking,
};

function countsOf(run: RunView): readonly string[] {
  const counts = [
    [run.created, m.business_created],
    [run.updated, m.business_updated],
    [run.unchanged, m.business_unchanged],
    [run.failed, m.feed_count_failed],
    [run.nameless, m.feed_count_nameless],
    [run.soldHere, m.business_sold_here],
    [run.gone, m.feed_count_gone],
    [run.withdrawn, m.feed_count_withdrawn],
    [run.spared, m.feed_count_spared],
  ] as const;
  return counts.flatMap(([count, text]) => (count > 0 ? [text({ count: countText(count) })] : []));
}

/** "Active · Every 6 h · Next: …" */
export function FeedLine({ feed: { state, everyHours, nextAt } }: { feed: FeedView }) {
  const moments = useTimeFormat();
  const parts = [
    storedText(FEED_STATES, state),
    everyHours === 1 ? m.feed_every_hour() : m.feed_every({ hours: everyHours }),
    nextAt && m.feed_next({ time: moments.brief(nextAt) }),
  ];
  return <p className="text-soft">{parts.filter(Boolean).join(" · ")}</p>;
}

export function RunLine({ run }: { run: RunView }) {
  const moments = useTimeFormat();
  return (
    <>
      <span className="flex flex-wrap items-baseline justify-between gap-x-6">
        <span className={run.state === "failed" ? "font-semibold text-danger" : "font-semibold"}>
          {storedText(STATES, run.state)}
        </span>
        <time dateTime={run.startedAt} className="text-sm text-soft">
          {moments.brief(run.startedAt)}
        </time>
      </span>
      {run.fault && <span className="block text-[0.9375rem]">{run.fault}</span>}
      <span className="block text-[0.9375rem] text-soft">{countsOf(run).join(" · ")}</span>
      {run.reading && <Reading reading={run.reading} answeredAt={run.answeredAt} />}
    </>
  );
}

/** Longer lists of rows are named by their counts alone. */
const LONGEST_TEXT = 300;

/** What waits, what stayed out, and which answers were used. */
function Reading({ reading, answeredAt }: { reading: FileReading; answeredAt: string | null }) {
  const moments = useTimeFormat();
  const out = leftOutText(reading, LONGEST_TEXT);
  const texts = [
    reading.waiting.length > 0 && m.answers_waiting({ rows: waitingTexts(reading.waiting) }),
    out && m.feed_left_out({ rows: out }),
    answeredAt && usedText(moments.shortDate(answeredAt), reading.rates),
  ].filter((text) => typeof text === "string");
  return texts.map((text) => (
    <span key={text} className="block text-[0.9375rem] text-soft">
      {text}
    </span>
  ));
}

export function RunList({ runs }: { runs: readonly RunView[] }) {
  if (runs.length === 0) return <p className="text-soft">{m.feed_runs_none()}</p>;
  return (
    <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
      {runs.map((run) => (
        <li key={run.id} className="px-4 py-3">
          <RunLine run={run} />
          {run.uploadPath && (
            <Link to={run.uploadPath} className="text-link text-[0.9375rem]">
              {m.feed_details()}
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
}

/** The names of listings, each a link, and how many more there are. */
export function GoneList({ first, total }: GoneListings) {
  return (
    <ul className="mt-2">
      {first.map(({ name, path }) => (
        <li key={path}>
          <Link to={path} className="text-link">
            {name}
          </Link>
        </li>
      ))}
      {total > first.length && <li>{m.feed_ask_more({ count: countText(total - first.length) })}</li>}
    </ul>
  );
}
