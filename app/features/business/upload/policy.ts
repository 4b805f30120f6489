import type { Viewer } from "#app/domain/viewer.ts";
import { isRunning } from "./rules.ts";
import type { UploadState } from "./view.ts";

/** "view" is to see an upload; `changeUpload` describes the others. */
export type UploadAction = "view" | "update" | "stop" | "forget";

interface Owned {
  readonly userId: string;
  readonly state: UploadState;
  readonly hasFile: boolean;
}

const IN_STATE: Readonly<Record<UploadAction, (upload: Owned) => boolean>> = {
  view: ({ state }) => state !== "receiving",
  update: ({ state, hasFile }) => hasFile && (state === "done" || state === "stopped" || state === "refused"),
  stop: ({ state }) => isRunning(state),
  forget: ({ state }) => state !== "receiving",
};

/** Whether the viewer sent the upload. For any other viewer it does not exist. */
export function isTheirs(viewer: Viewer | null, upload: Pick<Owned, "userId">): boolean {
  return viewer?.id === upload.userId;
}

/** Whether the viewer may do this with the upload in its current state. */
export function can(viewer: Viewer | null, action: UploadAction, upload: Owned): boolean {
  return isTheirs(viewer, upload) && IN_STATE[action](upload);
}
