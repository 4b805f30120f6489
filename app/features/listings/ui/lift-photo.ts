import type { MouseEvent } from "react";

let lifted: HTMLElement | undefined;

/**
 * Lets the picture of a clicked card become the large photo of the listing's page, in browsers with view transitions.
 * Two elements with the name would end the transition.
 */
export function liftPhoto({ currentTarget }: MouseEvent<HTMLElement>): void {
  const picture = currentTarget.closest("article")?.querySelector<HTMLElement>(".card-picture");
  const stage = document.querySelector<HTMLElement>(".photo-stage");
  if (lifted) lifted.style.viewTransitionName = "";
  if (stage) stage.style.viewTransitionName = "none";
  if (picture) picture.style.viewTransitionName = "listing-photo";
  lifted = picture ?? undefined;
}
