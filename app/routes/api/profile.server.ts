import { z } from "zod";
import type { Viewer } from "#app/domain/viewer.ts";
import { sessionViewer } from "#app/features/accounts/door/browser.server.ts";
import { removePicture, saveProfile, setPicture } from "#app/features/accounts/profile/commands.server.ts";
import { presentProfile } from "#app/features/accounts/profile/present.server.ts";
import { type ProfileRow, profileOf } from "#app/features/accounts/profile/queries.server.ts";
import {
  presentProfileResource,
  profileResource,
  publicProfile,
  publicProfileResource,
} from "#app/features/accounts/profile/resource.server.ts";
import { cropSchema, profileSchema } from "#app/features/accounts/profile/schema.ts";
import { usernameAnswer } from "#app/features/accounts/profile/username.server.ts";
import { id } from "#app/features/api/fields.ts";
import { operation } from "#app/features/api/operation.server.ts";
import { Faulty } from "#app/features/api/problem.server.ts";
import { withBody } from "#app/features/photos/receive.server.ts";
import { Refused } from "#app/platform/refused.server.ts";

/** Longer than each of them may be: `profileSchema` says how long. */
const text = z.string().max(2_000).nullable().optional();

const changes = z.strictObject({
  username: z.string().max(2_000).optional(),
  full_name: text,
  phone: text,
  shipping_address: text,
  billing_address: text,
});

const crop = z
  .strictObject(cropSchema.partial().shape)
  .refine((sent) => Object.keys(sent).length % 3 === 0, { path: ["width"] });

const availability = z
  .object({
    username: z.string().meta({ description: "As it would be stored." }),
    available: z.boolean(),
    detail: z.string().meta({ description: "Why not, for people, in the language of the request." }),
  })
  .meta({ id: "UsernameAvailability" });

async function ownProfile({ id: userId }: Viewer): Promise<ProfileRow> {
  const row = await profileOf(userId);
  // Deleted since the key was read.
  if (!row) throw new Refused("key_invalid");
  return row;
}

export const profileOperations = [
  operation({
    method: "GET",
    path: "/profile",
    id: "getProfile",
    summary: "The caller's own profile.",
    access: "profile:read",
    answer: profileResource,
    async run({ viewer }) {
      return presentProfileResource(await ownProfile(viewer));
    },
  }),
  operation({
    method: "PATCH",
    path: "/profile",
    id: "updateProfile",
    summary:
      "Changes the fields that are sent; null empties one. The account door changes the e-mail address. A person signs in by the username, so no key may change it.",
    access: "profile:write",
    body: changes,
    answer: profileResource,
    example: {
      full_name: "Sanne de Vries",
      phone: "+31 6 12345678",
      shipping_address: "Baan 1\n1012 AB Amsterdam",
    },
    async run({ body, viewer }) {
      if (body.username !== undefined) sessionViewer(viewer);
      const seen = await ownProfile(viewer);
      const texts = Object.entries(body).map(([name, value]) => [name, value ?? ""]);
      const schema = profileSchema(seen.username).omit({ email: true });
      const input = schema.safeParse({ ...presentProfile(seen).values, ...Object.fromEntries(texts) });
      if (!input.success) throw new Faulty("body", input.error);
      await saveProfile(viewer, input.data, seen);
      return presentProfileResource(await ownProfile(viewer));
    },
  }),
  operation({
    method: "GET",
    path: "/profile/username",
    id: "checkUsername",
    summary: "Whether the caller may take a username. It does not say whose name it is.",
    access: "profile:read",
    query: z.strictObject({ username: z.string().max(200) }),
    answer: availability,
    async run({ query, viewer }) {
      const { name, free, text: detail } = await usernameAnswer(viewer, query.username);
      return { username: name, available: free, detail };
    },
  }),
  operation({
    method: "PUT",
    path: "/profile/avatar",
    id: "setAvatar",
    summary:
      "Makes a file the caller's picture: the square at x and y with this width, as parts of its width and height, or its middle.",
    access: "profile:write",
    query: crop,
    takesFile: "image/*",
    answer: profileResource,
    async run({ query, viewer, request }) {
      const visible = cropSchema.safeParse(query).data ?? null;
      await withBody(request, async (read) => setPicture(viewer, await read(viewer.id), visible));
      return presentProfileResource(await ownProfile(viewer));
    },
  }),
  operation({
    method: "DELETE",
    path: "/profile/avatar",
    id: "removeAvatar",
    summary: "Removes the caller's picture.",
    access: "profile:write",
    answer: null,
    async run({ viewer }) {
      await removePicture(viewer);
      return undefined;
    },
  }),
  operation({
    method: "GET",
    path: "/profiles/{id}",
    id: "getPublicProfile",
    summary: "What everybody sees of a person.",
    access: "anyone",
    params: z.strictObject({ id }),
    answer: publicProfileResource,
    run: ({ params }) => publicProfile(params.id),
  }),
];
