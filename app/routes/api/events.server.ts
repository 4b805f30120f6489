import { z } from "zod";
import { hasAccess } from "#app/features/api/bearer.server.ts";
import { operation } from "#app/features/api/operation.server.ts";
import { hasManyStreams, resumedAt, streamTo } from "#app/platform/events.server.ts";
import { Refused } from "#app/platform/refused.server.ts";

const access = "messages:read";

export const eventOperations = [
  operation({
    method: "GET",
    path: "/events",
    id: "streamEvents",
    summary:
      "A stream of server-sent events of the person: chat.message, chat.read, chat.seen, chat.left, deal.changed, notification.new, notification.read, chat.typing and upload.progress, with the ids of what changed.",
    access,
    query: z.strictObject({
      after: z.coerce.number().int().min(0).optional().meta({
        description:
          "The id of the last event that was read, as in Last-Event-ID: the stream continues after it. It begins with `hello`, or with `reset` if events in between are gone. It ends with `signed-out` when the key or token ends.",
      }),
    }),
    answer: null,
    status: 200,
    answerType: "text/event-stream",
    async run({ viewer, request, outgoing }) {
      const after = resumedAt(request);
      if (after === null) throw new Refused("error_4xx_message");
      if (request.method === "HEAD") return new Response(null);
      if (hasManyStreams(viewer.id)) throw new Refused("too_often", { seconds: 15 });
      const isAllowed = () => hasAccess(request, access, viewer.id);
      return streamTo(outgoing, { userId: viewer.id, session: null, isAllowed }, after);
    },
  }),
];
