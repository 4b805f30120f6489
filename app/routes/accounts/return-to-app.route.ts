import { finishForProgram } from "#app/features/accounts/door/authorization.server.ts";
import type { Route } from "./+types/return-to-app.route.ts";

/**
 * /return-to-app: where a sign-in by a provider ends that a program began (`GET /auth/v1/authorize`). It leads back to the
 * program. Only the browser in which the sign-in began has the cookie that says to which.
 */
export function loader({ request }: Route.LoaderArgs): Promise<Response> {
  return finishForProgram(request);
}
