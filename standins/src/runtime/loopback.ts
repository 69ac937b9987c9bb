/** Stand-ins hold sign-in links, so they serve this machine only. */
export function isLoopbackAddress(address: string | undefined): boolean {
  if (!address) return false
  const plain = address.replace(/^::ffff:/i, '')

  return plain === '::1' || /^127(\.\d{1,3}){3}$/.test(plain)
}

/** Refuses foreign host names that resolve to 127.0.0.1 (DNS rebinding). */
export function isLoopbackHost(hostHeader: string | undefined): boolean {
  const name = hostHeader?.toLowerCase().replace(/:\d+$/, '')
  if (!name) return false
  if (name === 'localhost' || name.endsWith('.localhost')) return true

  return isLoopbackAddress(name.replace(/^\[(.*)\]$/, '$1'))
}
