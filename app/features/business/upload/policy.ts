import type { Viewer } from "#app/domain/viewer.ts";
import { isGoingOn } from "./rules.ts";
import type { UploadState } from "./view.ts";

/** What somebody may want to do with an upload. */
export type UploadAction = "view" | "update" | "stop" | "forget";

interface Owned {
  readonly userId: string;
  readonly state: UploadState;
  /** Whether its file is still there. */
  readonly hasFile: boolean;
}

const IN_STATE: Readonly<Record<UploadAction, (upload: Owned) => boolean>> = {
  view: ({ state }) => state !== "receiving",
  // Its file is worked again from the start.
  update: ({ state, hasFile }) => hasFile && (state === "done" || state === "stopped" || state === "refused"),
  stop: ({ state }) => isGoingOn(state),
  forget: ({ state }) => state !== "receiving",
};

/** Whether the upload is there for the viewer at all: to anybody but who sent it, it is not. */
export function isTheirs(viewer: Viewer | null, upload: Pick<Owned, "userId">): boolean {
  return viewer?.id === upload.userId;
}

/** Whether the viewer may do this with the upload, as it is now. */
export function can(viewer: Viewer | null, action: UploadAction, upload: Owned): boolean {
  return isTheirs(viewer, upload) && IN_STATE[action](upload);
}
