export type RepositoryName = { owner: string; name: string }

// The columns' lengths.
const ADDRESS =
  /^(?:https?:\/\/[^/\s]+\/|git@[^:\s]+:)?([\w.-]{1,100})\/([\w.-]{1,200}?)(?:\.git)?\/?$/

/** `owner/name`, or a URL from the browser or git. Null for other texts. */
export function parseRepository(text: string): RepositoryName | null {
  const [, owner, name] = ADDRESS.exec(text.trim()) ?? []

  return owner && name ? { owner, name } : null
}

export const fullName = ({ owner, name }: RepositoryName): string => `${owner}/${name}`
