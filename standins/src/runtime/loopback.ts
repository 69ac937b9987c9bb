/** Stand-ins hold sign-in links and play money: they talk to this machine and to nobody else. */
export function isLoopbackAddress(address: string | undefined): boolean {
  if (!address) return false
  const plain = address.replace(/^::ffff:/i, '')

  return plain === '::1' || /^127(\.\d{1,3}){3}$/.test(plain)
}

/** Says no to a stranger's name that was pointed at 127.0.0.1 (DNS rebinding). */
export function isLoopbackHost(hostHeader: string | undefined): boolean {
  const name = hostHeader?.toLowerCase().replace(/:\d+$/, '')
  if (!name) return false
  if (name === 'localhost' || name.endsWith('.localhost')) return true

  return isLoopbackAddress(name.replace(/^\[(.*)\]$/, '$1'))
}
