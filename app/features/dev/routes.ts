import { type RouteConfigEntry, route } from "@react-router/dev/routes";

/** What exists on a developer's machine only. */
export const devRoutes: RouteConfigEntry[] = [
  route("dev/mailbox", "features/dev/mailbox.route.tsx"),
  route("dev/mailbox/:id", "features/dev/mail.route.tsx"),
  route("dev/gallery", "features/dev/gallery.route.tsx"),
];
