import { type RouteConfigEntry, route } from "@react-router/dev/routes";

export const chatRoutes: RouteConfigEntry[] = [
  route("messages", "features/chat/inbox.route.tsx"),
  route("messages/:roomId", "features/chat/thread.route.tsx"),
  // What the pages' own code calls.
  route("chat/rooms", "features/chat/rooms.route.ts"),
  route("chat/rooms/:roomId/messages", "features/chat/messages.route.ts"),
  route("chat/rooms/:roomId/read", "features/chat/read.route.ts"),
  route("chat/unread", "features/chat/unread.route.ts"),
];
