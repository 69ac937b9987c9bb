export type RepositoryName = { owner: string; name: string }

// The lengths are those of the columns.
const ADDRESS =
  /^(?:https?:\/\/[^/\s]+\/|git@[^:\s]+:)?([\w.-]{1,100})\/([\w.-]{1,200}?)(?:\.git)?\/?$/

/** `owner/name`, or an address copied from the browser or from git. Null for anything else. */
export function parseRepository(text: string): RepositoryName | null {
  const [, owner, name] = ADDRESS.exec(text.trim()) ?? []

  return owner && name ? { owner, name } : null
}

export const fullName = ({ owner, name }: RepositoryName): string => `${owner}/${name}`
