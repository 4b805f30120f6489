/** What a photo is called in the download. Its id is its name: it may change its place while the ZIP is being made. */
export function exportedPhotoName(id: string): string {
  return `photos/${id}.webp`;
}
