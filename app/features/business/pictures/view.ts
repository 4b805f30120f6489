import { href } from "react-router";

/** A failed picture, and the reason in a sentence. */
export interface FailedPicture {
  readonly url: string;
  readonly reason: string;
}

/** The pictures of a listing, from a stock file, that are missing: how many are waiting, and which have failed. */
export interface ListingPictures {
  readonly waiting: number;
  readonly failed: readonly FailedPicture[];
}

/** The failed pictures of an upload (GET `uploadPicturesPath`). */
export interface UploadPictures {
  readonly waiting: number;
  /** The first failed pictures, each with the name and path of its listing. */
  readonly failed: readonly (FailedPicture & { readonly name: string; readonly path: string })[];
  /** How many failed pictures there are beyond those in `failed`. */
  readonly more: number;
}

/** The path that retries failed pictures: POST with `upload`, or `type` and `id` of a listing. */
export const PICTURES_PATH = href("/sell/business/pictures");

/** The path of an upload's pictures. */
export function uploadPicturesPath(uploadId: string): string {
  return href("/sell/business/uploads/:id/pictures", { id: uploadId });
}

/** The path of a listing's pictures. */
export function listingPicturesPath({ type, id }: { type: string; id: string }): string {
  return `${PICTURES_PATH}?${new URLSearchParams({ type, id })}`;
}
