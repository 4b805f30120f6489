import { useForm } from "@conform-to/react";
import { Form, href } from "react-router";
import { caseById } from "#app/features/moderation/cases/queries.server.ts";
import { openConversation } from "#app/features/moderation/conversations/commands.server.ts";
import {
  presentConversation,
  presentExamined,
  viewReasons,
} from "#app/features/moderation/conversations/present.server.ts";
import { conversationOf, examinedMessages } from "#app/features/moderation/conversations/queries.server.ts";
import { VIEW_HOURS, VIEW_WORDS_MAX, viewSchema } from "#app/features/moderation/conversations/schema.ts";
import { ExaminedMessages } from "#app/features/moderation/conversations/ui/conversation-parts.tsx";
import { m } from "#app/paraglide/messages.js";
import { moderating, moderator } from "#app/platform/guards.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { submit } from "#app/platform/submit.server.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button, LinkButton } from "#app/ui/button.tsx";
import { FormErrors } from "#app/ui/form-errors.tsx";
import { PageTitle } from "#app/ui/headings.tsx";
import { SelectField } from "#app/ui/select-field.tsx";
import { TextArea } from "#app/ui/text-area.tsx";
import { titled } from "#app/ui/title.ts";
import type { Route } from "./+types/conversation.route.ts";

export const middleware = [moderating];

/**
 * /moderation/cases/:id/conversations/:roomId: asks why, and shows the messages only after a reason was sent
 * (docs/decisions/0197-conversations-and-people.md). `?before` is the number of a message.
 */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const viewer = await context.get(moderator);
  const row = await caseById(params.id);
  if (!row) throw new Refused("case_gone");
  const room = await conversationOf(viewer, row, params.roomId);
  if (!room) throw new Refused("conversation_gone");
  const before = Number.parseInt(new URL(request.url).searchParams.get("before") ?? "", 10);
  const rows = room.is_open ? await examinedMessages(room.id, before > 0 ? before : null) : [];
  const first = rows[0]?.seq ?? 1;
  return {
    caseId: row.id,
    conversation: presentConversation(row.id, room),
    form: { reasons: viewReasons(), max: VIEW_WORDS_MAX },
    hours: VIEW_HOURS,
    messages: presentExamined(row, room, rows),
    earlier: first > 1 ? `?before=${first}` : null,
    isPart: before > 0,
  };
}

loader.query = ["before"];

export function action({ request, params: { id, roomId }, context }: Route.ActionArgs) {
  return submit(request, {
    who: () => context.get(moderator),
    schema: viewSchema,
    command: async (input, viewer) => {
      await openConversation(viewer, id, roomId, input);
      return { to: href("/moderation/cases/:id/conversations/:roomId", { id, roomId }), replace: true };
    },
  });
}

export function meta() {
  return titled(m.conversation_title());
}

export default function ConversationPage({ loaderData, actionData }: Route.ComponentProps) {
  const { caseId, conversation, messages, earlier, isPart } = loaderData;
  return (
    <div className="wrap-column pb-16">
      <PageTitle
        title={<bdi>{conversation.people}</bdi>}
        lead={<bdi>{conversation.listing}</bdi>}
        actions={
          <LinkButton to={href("/moderation/cases/:id", { id: caseId })}>
            {m.conversation_to_case()}
          </LinkButton>
        }
      />
      {conversation.isOpen ? (
        <div className="grid gap-6">
          <Alert>{m.conversation_read_only({ hours: loaderData.hours })}</Alert>
          {earlier && (
            <p>
              <LinkButton to={earlier}>{m.conversation_earlier()}</LinkButton>
            </p>
          )}
          <ExaminedMessages messages={messages} />
          {isPart && (
            <p>
              <LinkButton to={conversation.path}>{m.conversation_latest()}</LinkButton>
            </p>
          )}
        </div>
      ) : (
        <ReasonForm {...loaderData.form} actionData={actionData} />
      )}
    </div>
  );
}

function ReasonForm({
  reasons,
  max,
  actionData,
}: Pick<Route.ComponentProps, "actionData"> & Route.ComponentProps["loaderData"]["form"]) {
  const [form, fields] = useForm<Record<string, string>>({
    lastResult: actionData?.result,
    shouldRevalidate: "onInput",
  });
  const { reason, words } = fields;
  return (
    <Form method="post" id={form.id} noValidate className="grid gap-5">
      <p className="max-w-prose">{m.conversation_why()}</p>
      <FormErrors formId={form.id} errors={form.allErrors} />
      <SelectField
        id={reason?.id}
        name="reason"
        label={m.conversation_reason()}
        placeholder={m.conversation_reason_none()}
        options={reasons}
        defaultValue={reason?.initialValue}
        error={reason?.errors}
      />
      <TextArea
        id={words?.id}
        name="words"
        label={m.conversation_words()}
        hint={m.conversation_words_hint()}
        defaultValue={words?.initialValue}
        error={words?.errors}
        rows={3}
        maxLength={max}
        dir="auto"
      />
      <div>
        <Button type="submit" variant="primary">
          {m.conversation_open()}
        </Button>
      </div>
    </Form>
  );
}
