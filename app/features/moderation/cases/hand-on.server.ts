import { href } from "react-router";
import { can } from "#app/domain/policies.ts";
import type { StaffMember } from "#app/domain/viewer.ts";
import { notify } from "#app/platform/notify.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { writeNote } from "../notes/notes.server.ts";
import { allStaff } from "../staff/queries.server.ts";
import { inOneTransaction, takeCaseStep } from "./commands.server.ts";
import type { CaseRow } from "./queries.server.ts";

/** Other members of staff who can take a case over: their second factor is on, and it is not about them. */
export async function receiversOf(
  { person_id: userId }: Pick<CaseRow, "person_id">,
  actor: Pick<StaffMember, "id">,
) {
  const staff = await allStaff();
  return staff.filter(
    ({ user_id: id, two_factor_enabled }) =>
      two_factor_enabled && id !== actor.id && can({ id }, "judge", { kind: "case", userId }),
  );
}

/**
 * Hands a case that the moderator claimed on to another one, who is told, with a note or without.
 * @throws Refused "too_often", "case_gone", "case_closed", "case_not_claimed", "case_waiting", "case_receiver" (not a
 * member of staff who can take it)
 */
export async function handOnCase(
  actor: StaffMember,
  id: string,
  { receiver: username, handNote }: { readonly receiver: string; readonly handNote: string },
): Promise<void> {
  const staff = await allStaff();
  const receiverId = staff.find((member) => member.username === username)?.user_id;
  if (!receiverId) throw new Refused("case_receiver");
  await inOneTransaction(actor, (trx) =>
    takeCaseStep(trx, actor, id, {
      step: "handOn",
      receiverId,
      run: async ({ row }) => {
        const receivers = await receiversOf(row, actor);
        if (!receivers.some(({ user_id }) => user_id === receiverId)) throw new Refused("case_receiver");
        if (handNote !== "") await writeNote(trx, actor, id, handNote);
        await notify(
          {
            kind: "account",
            eventKey: `case-handed-on:${id}:${Date.now()}`,
            userIds: [receiverId],
            facts: { event: "case-handed-on" },
            path: href("/moderation/cases/:id", { id }),
          },
          trx,
        );
        return { subjectId: id };
      },
    }),
  );
}
