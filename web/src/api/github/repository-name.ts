export type RepositoryName = { owner: string; name: string }

const ADDRESS = /^(?:https?:\/\/[^/\s]+\/|git@[^:\s]+:)?([\w.-]+)\/([\w.-]+?)(?:\.git)?\/?$/

/** `owner/name`, or an address copied from the browser or from git. Null for anything else. */
export function parseRepository(text: string): RepositoryName | null {
  const [, owner, name] = ADDRESS.exec(text.trim()) ?? []

  return owner && name ? { owner, name } : null
}
