/** The data of a member that a board shows. */
export type Person = { id: string; name: string; avatarUrl: string | null }
