/** The message of a push that nobody named. */
export const proposedMessage = (paths: readonly string[]): string =>
  paths.length === 1 ? `Update ${paths[0]}` : `Update ${paths.length} files from bolt.new`
