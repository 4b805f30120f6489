import { href } from "react-router";

/** A picture that could not be had, and why, in a sentence. */
export interface FailedPicture {
  readonly url: string;
  readonly reason: string;
}

/** How far the pictures of one listing are that its row named. */
export interface ListingPictures {
  readonly waiting: number;
  readonly failed: readonly FailedPicture[];
}

/** The pictures of an upload that could not be had (GET `uploadPicturesPath`). */
export interface UploadPictures {
  readonly waiting: number;
  /** The first of them, with the listing that each was for. */
  readonly failed: readonly (FailedPicture & { readonly name: string; readonly path: string })[];
  /** How many there are beyond those. */
  readonly more: number;
}

/** Where pictures that failed are asked for again: POST with `upload`, or `type` and `id` of a listing. */
export const PICTURES_PATH = href("/sell/business/pictures");

/** Where the pictures of an upload are read. */
export function uploadPicturesPath(uploadId: string): string {
  return href("/sell/business/uploads/:id/pictures", { id: uploadId });
}

/** Where the pictures of a listing are read. */
export function listingPicturesPath({ type, id }: { type: string; id: string }): string {
  return `${PICTURES_PATH}?${new URLSearchParams({ type, id })}`;
}
