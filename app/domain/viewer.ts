/** The signed-in person of a request, as every slice may see them. `id` is users.id and profiles.id. */
export type Viewer = { id: string; username: string; email: string };
