import { Form, href, Link } from "react-router";
import { formatNumber } from "#app/domain/format.ts";
import { presentInterpretation } from "#app/features/browse/present.server.ts";
import { changeSynonyms, searchesSchema } from "#app/features/operator/searches.server.ts";
import { OperatorHead, operatorTitle } from "#app/features/operator/ui/operator-head.tsx";
import { interpretTyped } from "#app/features/search/dictionary/interpret.server.ts";
import { missedSearches } from "#app/features/search/dictionary/misses.server.ts";
import { addedSynonyms, synonymTargets } from "#app/features/search/dictionary/synonyms.server.ts";
import { parseEverything } from "#app/features/search/find/everything.ts";
import { m } from "#app/paraglide/messages.js";
import { getLocale } from "#app/paraglide/runtime.js";
import { operating, operator } from "#app/platform/guards.server.ts";
import { submit } from "#app/platform/submit.server.ts";
import { Button } from "#app/ui/button.tsx";
import { FormErrors } from "#app/ui/form-errors.tsx";
import { SectionHeading } from "#app/ui/headings.tsx";
import { SelectField } from "#app/ui/select-field.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { titled } from "#app/ui/title.ts";
import type { Route } from "./+types/searches.route.ts";

export const middleware = [operating];

const DAYS = 30;
const MOST = 50;
const FORM = "synonym";
const SEARCH = href("/search");

/** /operator/searches: what people searched for in vain, and words that teach the search (docs/decisions/0179-learning-words.md). */
export async function loader({ context }: Route.LoaderArgs) {
  await context.get(operator);
  const targets = synonymTargets();
  const labels = new Map(targets.map(({ key, label }) => [key, label]));
  const misses = await missedSearches(DAYS, MOST);
  return {
    targets: targets.map(({ key, label }) => ({ value: key, label })),
    synonyms: (await addedSynonyms()).map(({ word, column, value }) => ({
      word,
      label: labels.get(`${column}=${value}`) ?? value,
    })),
    misses: await Promise.all(
      misses.map(async ({ words, nothing, dropped }) => {
        const search = parseEverything(new URLSearchParams({ q: words }));
        const understood = presentInterpretation(await interpretTyped(words), search, SEARCH);
        return {
          words,
          nothing: formatNumber(nothing, getLocale()),
          dropped: formatNumber(dropped, getLocale()),
          understood: understood.map(({ label }) => label).join(", "),
        };
      }),
    ),
  };
}

export function action({ request, context }: Route.ActionArgs) {
  return submit(request, {
    who: () => context.get(operator),
    schema: searchesSchema,
    command: async (input, viewer) => {
      await changeSynonyms(viewer, input);
      return { to: href("/operator/searches"), toast: { title: m.searches_saved() } };
    },
  });
}

export function meta() {
  return titled(operatorTitle("searches"));
}

export default function SearchesPage({
  loaderData: { misses, synonyms, targets },
  actionData,
}: Route.ComponentProps) {
  return (
    <div className="wrap-column pb-16">
      <OperatorHead current="searches" fault={actionData?.message} />
      <section aria-labelledby="add" className="mb-12">
        <SectionHeading id="add" title={m.searches_add_title()} />
        <p className="mb-5 text-soft">{m.searches_add_hint()}</p>
        <FormErrors formId={FORM} errors={actionData?.result?.error ?? {}} />
        <Form method="post" id={FORM} className="grid gap-5 sm:grid-cols-2">
          <TextField
            id={`${FORM}-word`}
            name="word"
            label={m.searches_word()}
            error={actionData?.result?.error?.word?.[0]}
            required
            maxLength={60}
            autoComplete="off"
          />
          <SelectField
            id={`${FORM}-target`}
            name="target"
            label={m.searches_target()}
            options={targets}
            error={actionData?.result?.error?.target?.[0]}
            required
          />
          <div>
            <Button type="submit">{m.searches_add()}</Button>
          </div>
        </Form>
        {synonyms.length > 0 && (
          <>
            <ul className="mt-6 divide-y divide-line rounded-lg border border-line bg-surface">
              {synonyms.map(({ word, label }) => (
                <li key={word} className="flex flex-wrap items-center justify-between gap-3 px-4 py-2">
                  <span>
                    <bdi className="font-semibold">{word}</bdi> · {label}
                  </span>
                  <Form method="post">
                    <input type="hidden" name="word" value={word} />
                    <input type="hidden" name="remove" value="yes" />
                    <Button type="submit" size="sm" aria-label={m.searches_remove_word({ word })}>
                      {m.searches_remove()}
                    </Button>
                  </Form>
                </li>
              ))}
            </ul>
            <p className="mt-4">
              <a href={href("/operator/synonyms.json")} className="text-link hover:underline" download>
                {m.searches_download()}
              </a>
            </p>
          </>
        )}
      </section>
      <section aria-labelledby="misses">
        <SectionHeading id="misses" title={m.searches_missed_title()} />
        <p className="mb-5 text-soft">{m.searches_missed_hint({ days: DAYS })}</p>
        {misses.length === 0 ? (
          <p className="text-soft">{m.searches_none()}</p>
        ) : (
          <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
            {misses.map(({ words, nothing, dropped, understood }) => (
              <li key={words} className="grid gap-1 px-4 py-3">
                <Link
                  to={`${href("/search")}?${new URLSearchParams({ q: words })}`}
                  className="justify-self-start font-semibold underline underline-offset-4"
                >
                  <bdi>{words}</bdi>
                </Link>
                <span className="text-sm text-soft">{m.searches_counts({ nothing, dropped })}</span>
                {understood !== "" && (
                  <span className="text-sm">{m.searches_understood({ parts: understood })}</span>
                )}
              </li>
            ))}
          </ul>
        )}
      </section>
    </div>
  );
}
