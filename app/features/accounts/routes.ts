import { layout, type RouteConfigEntry, route } from "@react-router/dev/routes";

/** Accounts: /auth and what hangs on it, /profile with its tabs, signing out, and the ways back from social providers. */
export const accountRoutes: RouteConfigEntry[] = [
  route("auth", "features/accounts/auth.route.tsx"),
  route("auth/forgot", "features/accounts/forgot.route.tsx"),
  route("auth/verify", "features/accounts/verify.route.tsx"),
  route("auth/code", "features/accounts/code.route.tsx"),
  route("auth/two-factor", "features/accounts/two-factor.route.tsx"),
  route("auth/reset", "features/accounts/reset.route.tsx"),
  route("auth/id-token", "features/accounts/id-token.route.ts"),
  route("auth/session", "features/accounts/session.route.ts"),
  route("mail/unsubscribe", "features/accounts/unsubscribe.route.tsx"),
  route("sign-out", "features/accounts/sign-out.route.tsx"),
  layout("features/accounts/profile/frame.route.tsx", [
    route("profile", "features/accounts/profile/profile.route.tsx"),
    route("profile/reviews", "features/accounts/profile/reviews.route.tsx"),
    route("profile/security", "features/accounts/security/security.route.tsx"),
    route("profile/security/identities", "features/accounts/security/identities.route.tsx"),
    route("profile/security/confirm", "features/accounts/security/confirm.route.tsx"),
    route("profile/security/password", "features/accounts/security/password.route.tsx"),
    route("profile/security/phone", "features/accounts/security/phone.route.tsx"),
    route("profile/security/two-factor", "features/accounts/security/two-factor.route.tsx"),
    route("profile/download", "features/accounts/leave/download.route.tsx"),
    route("profile/delete", "features/accounts/leave/delete.route.tsx"),
  ]),
  route("profile/security/reset-email", "features/accounts/security/reset-email.route.ts"),
  route("profile/security/mail", "features/accounts/security/mail.route.ts"),
  route("profile/security/devices", "features/accounts/security/devices.route.ts"),
  route("profile/download/archive", "features/accounts/leave/archive.route.ts"),
  route("api/auth/*", "features/accounts/auth-callback.route.tsx"),
];
