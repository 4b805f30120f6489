import { ArrowRight, ChevronDown, LinkIcon, Search } from "lucide-react";
import { type FormEvent, useEffect, useId } from "react";
import { Form, href, Link, useLocation } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { Button, LinkButton } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { useSyncedState } from "#app/ui/use-synced-state.ts";
import { type AnswerGroup, answersWith, type HelpAnswerView, marked, questionWords } from "../find.ts";

export function Answers({ groups, q }: { groups: readonly AnswerGroup[]; q: string }) {
  const id = useId();
  const [typed, setTyped] = useSyncedState(q);
  const words = questionWords(typed);
  const matches = answersWith(groups, words);
  const count = matches.reduce((sum, { answers }) => sum + answers.length, 0);
  useOpened();

  function keep(event: FormEvent) {
    // The page has all answers already.
    event.preventDefault();
  }
  return (
    <div className="grid min-w-0 gap-8">
      <Form
        role="search"
        aria-label={m.help_search()}
        action={href("/help")}
        onSubmit={keep}
        className="grid gap-2"
      >
        <label htmlFor={id} className="font-semibold">
          {m.help_search()}
        </label>
        <div className="flex gap-2">
          <div className="relative min-w-0 flex-1">
            <Search
              aria-hidden="true"
              className="-translate-y-1/2 pointer-events-none absolute top-1/2 left-3.5 size-5 text-soft"
            />
            <input
              id={id}
              type="search"
              name="q"
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
              maxLength={200}
              autoComplete="off"
              enterKeyHint="search"
              className="field pl-11"
            />
          </div>
          <Button type="submit">{m.help_search_button()}</Button>
        </div>
        <p role="status" className="min-h-6 text-sm text-soft">
          {words.length > 0 && m.help_search_found({ count })}
        </p>
        {words.length > 0 && (
          <Link
            to={href("/help")}
            preventScrollReset
            onClick={() => setTyped("")}
            className="w-fit text-link text-sm underline underline-offset-2"
          >
            {m.help_search_clear()}
          </Link>
        )}
      </Form>
      {matches.length === 0 && (
        <EmptyState
          title={m.help_search_none_title({ words: typed.trim() })}
          hint={m.help_search_none_hint()}
          action={
            <LinkButton to="#contact" variant="primary">
              {m.help_ask()}
            </LinkButton>
          }
        />
      )}
      {matches.map((group) => (
        <section key={group.id} aria-labelledby={`${id}-${group.id}`}>
          <h2 id={`${id}-${group.id}`} className="mb-2 text-heading">
            {group.title}
          </h2>
          <div className="border-line border-t">
            {group.answers.map((answer) => (
              <Answer key={answer.id} answer={answer} words={words} />
            ))}
          </div>
        </section>
      ))}
    </div>
  );
}

/** Opens the answer whose id is the fragment of the URL. */
function useOpened() {
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` changes each time that a link is followed
  useEffect(() => {
    if (hash.length < 2) return;
    const answer = document.getElementById(hash.slice(1))?.closest("details");
    if (!answer) return;
    answer.open = true;
    answer.scrollIntoView({ block: "start" });
  }, [hash, key]);
}

function Answer({ answer, words }: { answer: HelpAnswerView; words: readonly string[] }) {
  const { id, question, paragraphs, links } = answer;
  return (
    <details open={words.length > 0} className="group scroll-mt-6 border-line border-b">
      <summary className="flex min-h-13 cursor-pointer items-center gap-3 py-3 font-semibold hover:text-link">
        <h3 className="min-w-0 flex-1 font-sans font-semibold text-base tracking-normal">
          <Marked text={question} words={words} />
        </h3>
        <ChevronDown
          aria-hidden="true"
          className="size-5 shrink-0 text-soft transition-transform group-open:rotate-180"
        />
      </summary>
      {/* Without JavaScript, a browser opens the `details` that contain the target of the fragment. */}
      <div id={id} className="grid max-w-2xl scroll-mt-20 gap-3 pb-5">
        {paragraphs.map((paragraph) => (
          <p key={paragraph}>
            <Marked text={paragraph} words={words} />
          </p>
        ))}
        <ul className="flex flex-wrap items-center gap-x-5">
          {links.map(({ label, to }) => (
            <li key={to + label}>
              <Link
                to={to}
                className="inline-flex min-h-11 items-center gap-1.5 font-semibold text-[0.9375rem] text-link underline-offset-4 hover:underline"
              >
                {label}
                <ArrowRight aria-hidden="true" className="size-4" />
              </Link>
            </li>
          ))}
          <li>
            <Link
              to={{ hash: id }}
              replace
              preventScrollReset
              className="inline-flex min-h-11 items-center gap-1.5 text-sm text-soft underline-offset-4 hover:underline"
            >
              <LinkIcon aria-hidden="true" className="size-4" />
              {m.help_permalink()}
            </Link>
          </li>
        </ul>
      </div>
    </details>
  );
}

function Marked({ text, words }: { text: string; words: readonly string[] }) {
  if (words.length === 0) return text;
  return marked(text, words).map(({ text: part, hit }, at) => {
    const key = at;
    return hit ? (
      <mark key={key} className="rounded-xs bg-ball px-0.5 text-on-ball">
        {part}
      </mark>
    ) : (
      <span key={key}>{part}</span>
    );
  });
}
