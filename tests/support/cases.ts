import { report } from "#app/features/moderation/reports/commands.server.ts";
import { subjectOf } from "#app/features/moderation/reports/queries.server.ts";
import type { ReportReason, SubjectKind } from "#app/features/moderation/reports/rules.ts";
import { type Person, person } from "./people.ts";
import { findRow, insertRow } from "./rows.ts";

/**
 * Reports something in the name of `by`, who must be allowed to see it. For a person, `id` is the username. Returns the
 * id of the case.
 */
export async function caseAbout(
  kind: SubjectKind,
  id: string,
  { by, reason = "other" }: { by?: Person; reason?: ReportReason } = {},
): Promise<string> {
  const reporter = by ?? (await person("reporter"));
  const subject = await subjectOf(kind, id, reporter.viewer);
  const input = { reason, words: "Look at this.", proof: "", email: undefined };
  await report(reporter.visitor.request("/"), reporter.viewer, subject, input);
  const found = await findRow("cases", { subject_id: subject.id, state: "open" }, ["id"]);
  return found.id;
}

/** Stores a decision that warns the person `about`, who can appeal. Returns its id. */
export async function warningIn(caseId: string, about: Person, by: Person): Promise<string> {
  const { id } = await insertRow("decisions", {
    case_id: caseId,
    person_id: about.viewer.id,
    action: "warn",
    rule: "counterfeit",
    words: "The logo is wrong.",
    decided_by: by.viewer.id,
    in_force_at: new Date(),
  });
  return id;
}
