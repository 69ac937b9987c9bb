/** Fixed words as a list of SQL, for expressions that an index has too; values of requests are parameters. */
export const literals = (words: readonly string[]): string =>
  words.map((word) => `'${word.replaceAll("'", "''")}'`).join(', ')
