import { href } from "react-router";
import type { FAQPage, Question, WithContext } from "schema-dts";
import { getLocale } from "#app/paraglide/runtime.js";
import { wholeAddress } from "#app/platform/locale.server.ts";
import type { PageMeta } from "#app/platform/page-meta.server.ts";
import type { AnswerGroup } from "./find.ts";

export function helpPageMeta(groups: readonly AnswerGroup[]): PageMeta {
  const page: WithContext<FAQPage> = {
    "@context": "https://schema.org",
    "@type": "FAQPage",
    url: wholeAddress(href("/help")),
    inLanguage: getLocale(),
    mainEntity: groups
      .flatMap(({ answers }) => answers)
      .map(
        ({ question, paragraphs }): Question => ({
          "@type": "Question",
          name: question,
          acceptedAnswer: { "@type": "Answer", text: paragraphs.join("\n") },
        }),
      ),
  };
  return { structuredData: [page] };
}
