/** A team as one of its members has it before him. */
export type Team = { projectId: string; projectName: string; memberId: string; isOwner: boolean }
