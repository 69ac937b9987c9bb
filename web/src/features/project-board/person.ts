/** As much of a member as a board shows. */
export type Person = { id: string; name: string; picture: string | null }
