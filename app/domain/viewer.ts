/** The signed-in user of a request, for all features. `id` is users.id and profiles.id. */
export type Viewer = { id: string; username: string; email: string };
