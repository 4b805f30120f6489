import { z } from "zod";
import { operation } from "#app/features/api/operation.server.ts";
import { unblockSchema } from "#app/features/chat/schema.ts";
import { personReference, presentPersonReference } from "#app/features/listings/reference.server.ts";
import { blockable, blockedBy, setBlockedNamed, unblockNamed } from "#app/features/rooms/blocking.server.ts";

const key = unblockSchema.pick({ username: true }).strict();

export const blockOperations = [
  operation({
    method: "GET",
    path: "/blocks",
    id: "listBlocks",
    summary: "The people whom the person blocks, the latest first, at most 500.",
    access: "messages:read",
    answer: z.object({ data: z.array(personReference) }),
    async run({ viewer }) {
      const people = await blockedBy(viewer);
      const data = people.map(({ username, avatarUrl }) => presentPersonReference(username, avatarUrl));
      return { data: data.filter((person) => person !== null) };
    },
  }),
  operation({
    method: "PUT",
    path: "/blocks/{username}",
    id: "block",
    summary: "Blocks a person: neither of the two can write to the other. They are not told.",
    access: "messages:write",
    params: key,
    answer: personReference,
    async run({ viewer, params }) {
      await setBlockedNamed(viewer, params.username, true);
      const { username, avatarUrl } = await blockable(viewer, params.username);
      return presentPersonReference(username, avatarUrl);
    },
  }),
  operation({
    method: "DELETE",
    path: "/blocks/{username}",
    id: "unblock",
    summary: "Unblocks a person, if they are blocked.",
    access: "messages:write",
    params: key,
    answer: null,
    async run({ viewer, params }) {
      await unblockNamed(viewer, params.username);
      return undefined;
    },
  }),
];
