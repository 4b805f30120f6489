import { text } from "node:stream/consumers";
import { streamJson } from "#app/features/data-export/json-stream.ts";
import { exportedFields } from "#app/features/data-export/lists.server.ts";
import type { Person } from "./people.ts";

/** second-serve.json of the person's data export. */
export async function exportOf({ viewer }: Person): Promise<Readonly<Record<string, readonly unknown[]>>> {
  return JSON.parse(await text(streamJson(await exportedFields(viewer.id))));
}
