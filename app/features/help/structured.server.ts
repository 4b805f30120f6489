import type { FAQPage, Question, WithContext } from "schema-dts";
import { getLocale } from "#app/paraglide/runtime.js";
import { wholeAddress } from "#app/platform/locale.server.ts";
import type { ToldMachines } from "#app/platform/machine-head.server.ts";
import type { AnswerGroup } from "./view.ts";

/** The questions and answers for machines. */
export function toldOfHelp(groups: readonly AnswerGroup[]): ToldMachines {
  const page: WithContext<FAQPage> = {
    "@context": "https://schema.org",
    "@type": "FAQPage",
    url: wholeAddress("/help"),
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
  return { things: [page] };
}
