/** Who publishes the source code, by their page on its host; null for an address without an owner. */
export function makerOf(repository: string): { name: string; url: string } | null {
  const { origin, pathname } = new URL(repository)
  const [owner, name] = pathname.split('/').filter(Boolean)

  return owner && name ? { name: `@${owner}`, url: `${origin}/${owner}` } : null
}
