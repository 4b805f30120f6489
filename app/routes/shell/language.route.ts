import { z } from "zod";
import { LANGUAGES } from "#app/domain/choices.ts";
import { chooseLanguage } from "#app/features/shell/commands.server.ts";
import { m } from "#app/paraglide/messages.js";
import { postOnly } from "#app/platform/form.server.ts";
import { signedInOr } from "#app/platform/guards.server.ts";
import { submit } from "#app/platform/submit.server.ts";
import type { Route } from "./+types/language.route.ts";

const languageSchema = z.object({
  language: z.enum(LANGUAGES, { error: () => m.shell_language_unknown() }),
});

/** Stores the language of a link that the user followed (`rememberLanguage`). */
export function action({ request }: Route.ActionArgs) {
  return submit(request, {
    who: signedInOr(() => m.profile_not_authenticated()),
    schema: languageSchema,
    command: async ({ language }, viewer) => {
      await chooseLanguage(viewer, language);
      return {};
    },
  });
}

export const loader = postOnly;
