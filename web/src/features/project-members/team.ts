/** A team as one of its members sees it. */
export type Team = { projectId: string; projectName: string; memberId: string; isOwner: boolean }
