import { type RouteConfigEntry, route } from "@react-router/dev/routes";

/** What the frame's dialogs are without JavaScript, and where they are sent with it; what a phone installs and shows. */
export const shellRoutes: RouteConfigEntry[] = [
  route("preferences/region", "features/shell/region.route.tsx"),
  route("preferences/region/keep", "features/shell/region-call.route.ts"),
  route("manifest.webmanifest", "features/shell/manifest.route.ts"),
  route("offline", "features/shell/offline.route.tsx"),
];
