import { type RouteConfigEntry, route } from "@react-router/dev/routes";

export const notificationRoutes: RouteConfigEntry[] = [
  route("notifications", "features/notifications/notifications.route.tsx"),
  route("notifications/settings", "features/notifications/settings.route.tsx"),
  // What the pages' own code calls.
  route("notifications/settings/choose", "features/notifications/choose.route.ts"),
  route("notifications/list", "features/notifications/list.route.ts"),
  route("notifications/read", "features/notifications/read.route.ts"),
];
