/** Fixed words as an SQL list, for expressions that an index also contains; request values are parameters. */
export const literals = (words: readonly string[]): string =>
  words.map((word) => `'${word.replaceAll("'", "''")}'`).join(', ')
