import { z } from "zod";
import { id } from "#app/features/api/fields.ts";
import { operation } from "#app/features/api/operation.server.ts";
import { isInReport } from "#app/features/moderation/reports/pictures.server.ts";
import { deletePhoto, uploadPhoto } from "#app/features/photos/commands.server.ts";
import { photoAddress } from "#app/features/photos/photo.ts";
import { env } from "#app/platform/env.server.ts";
import { Refused } from "#app/platform/refused.server.ts";

const photo = z
  .object({
    id,
    url: z.url().meta({ description: "Its largest picture, in WebP." }),
    width: z.int().meta({ description: "Of the largest picture, in pixels." }),
    height: z.int(),
  })
  .meta({ id: "Photo" });

export const photoOperations = [
  operation({
    method: "POST",
    path: "/photos",
    id: "createPhoto",
    summary:
      "Stores a picture for a listing: JPEG, PNG, WebP, AVIF, HEIC or GIF, of at most 20 MB. A photo that no listing uses within a day is deleted.",
    access: "listings:write",
    takesFile: "image/*",
    answer: photo,
    status: 201,
    async run({ viewer, request }) {
      const { id: photoId, key, width, height } = await uploadPhoto(viewer, request, "listing");
      return { id: photoId, url: photoAddress(env().baseUrl, key), width, height };
    },
  }),
  operation({
    method: "DELETE",
    path: "/photos/{id}",
    id: "deletePhoto",
    summary: "Deletes a photo that no listing uses.",
    access: "listings:write",
    params: z.strictObject({ id }),
    answer: null,
    async run({ params, viewer }) {
      if (!(await deletePhoto(viewer, params.id, isInReport))) throw new Refused("home_not_found");
      return undefined;
    },
  }),
];
