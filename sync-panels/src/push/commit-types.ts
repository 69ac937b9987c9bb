/** What commits are called by their kind of change, as many teams do. */
export const COMMIT_TYPES = [
  'feat',
  'fix',
  'docs',
  'style',
  'refactor',
  'perf',
  'test',
  'chore',
  'revert',
] as const

export type CommitType = (typeof COMMIT_TYPES)[number]

const TYPED = new RegExp(`^(${COMMIT_TYPES.join('|')})(?:\\([^)\\n]*\\))?!?: ?`)

/** The type that a message begins with; null if it has none. */
export const typeOf = (message: string): CommitType | null =>
  (TYPED.exec(message)?.[1] as CommitType | undefined) ?? null

/** The same message with another type, or without one. */
export function withType(message: string, type: CommitType | null): string {
  const plain = message.replace(TYPED, '')

  return type === null ? plain : `${type}: ${plain}`
}
