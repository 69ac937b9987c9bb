/** A team from the perspective of a member. */
export type Team = { projectId: string; projectName: string; memberId: string; isOwner: boolean }
