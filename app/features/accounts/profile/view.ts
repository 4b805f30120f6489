import type { ProfileField } from "./schema.ts";

export type ProfileValues = Readonly<Record<ProfileField, string>>;

export interface ProfileView {
  readonly values: ProfileValues;
  readonly avatarUrl: string | null;
  /** The form sends the version, so that a stale form is detected. */
  readonly version: string;
}

export interface PendingEmailView {
  readonly from: string;
  readonly to: string;
  /** The address to which the current link was mailed: the old one or the new one. */
  readonly at: "old" | "new";
}

/** The answer shown under the username while the user types. */
export interface NameAnswer {
  readonly name: string;
  readonly free: boolean;
  readonly text: string;
}

export interface PictureAnswer {
  readonly saved: boolean;
  readonly text: string;
}
