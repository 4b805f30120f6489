import { z } from "zod";
import { operation, Reply } from "#app/features/api/operation.server.ts";
import { Faulty } from "#app/features/api/problem.server.ts";
import { report } from "#app/features/moderation/reports/commands.server.ts";
import { subjectOf } from "#app/features/moderation/reports/queries.server.ts";
import { REASONS, type ReportReason, SUBJECT_KINDS } from "#app/features/moderation/reports/rules.ts";
import { reportSchema } from "#app/features/moderation/reports/schema.ts";

/** Longer than each of them may be: `reportSchema` says how long. */
const text = z.string().max(4_000).optional();

const body = z.strictObject({
  subject_kind: z.enum(SUBJECT_KINDS),
  subject_id: z.string().max(200).meta({ description: "Its id; of a person the username." }),
  reason: z
    .enum(Object.keys(REASONS) as [ReportReason, ...ReportReason[]])
    .meta({ description: "Which are taken depends on the kind." }),
  words: text.meta({ description: "What is wrong, in the reporter's words." }),
  proof: text.meta({ description: "Links and the like." }),
});

const answer = z
  .object({
    is_new: z.boolean().meta({ description: "False if the caller had reported the same open case." }),
  })
  .meta({ id: "ReportReceipt" });

export const reportOperations = [
  operation({
    method: "POST",
    path: "/reports",
    id: "report",
    summary:
      "Reports a listing, a photo, a message, a review or a person to the moderators, who answer by mail. 200 instead of 201 if the caller had done so.",
    access: "messages:write",
    body,
    answer,
    status: [201, 200],
    example: {
      subject_kind: "person",
      subject_id: "sanne",
      reason: "impersonation",
      words: "This is not Sanne.",
    },
    async run({ body: { subject_kind: kind, subject_id, ...sent }, viewer, request }) {
      const subject = await subjectOf(kind, subject_id, viewer);
      const input = reportSchema(kind, true).safeParse(sent);
      if (!input.success) throw new Faulty("body", input.error);
      const isNew = await report(request, viewer, subject, input.data);
      return new Reply({ is_new: isNew }, { status: isNew ? 201 : 200 });
    },
  }),
];
