/** GitHub's limits. */
export const MAX_TITLE = 256
export const MAX_BODY = 65_536
