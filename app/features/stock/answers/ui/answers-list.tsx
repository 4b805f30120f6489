import { Link } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { SectionHeading } from "#app/ui/headings.tsx";
import { useTimeFormat } from "#app/ui/time-format.ts";
import { type AnswersView, answersPath } from "../view.ts";
import { waitingTexts } from "./texts.ts";

/** Everything that a seller was asked about their files, each with a link to its form. */
export function AnswersList({ all }: { readonly all: readonly AnswersView[] }) {
  const moments = useTimeFormat();
  if (all.length === 0) return null;
  return (
    <section aria-labelledby="business-answers" className="mt-12">
      <SectionHeading id="business-answers" title={m.answers_list()} />
      <ul className="divide-y divide-line border-line border-y">
        {all.map(({ id, title, answeredAt, waiting }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-3">
            <Link to={answersPath(id)} className="text-link min-w-0 py-1">
              {title}
            </Link>
            <span className="text-[0.9375rem] text-soft">
              {waiting.length > 0
                ? m.answers_waiting({ rows: waitingTexts(waiting) })
                : answeredAt
                  ? m.answers_given({ date: moments.shortDate(answeredAt) })
                  : m.answers_none()}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
