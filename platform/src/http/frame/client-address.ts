import { BlockList, isIP } from 'node:net'
import { BoundedCache } from '#cache/bounded-cache.ts'

const MOST_KNOWN = 1_000

/** Whether a connection comes from a proxy whose headers are trusted. */
export function trustedPeers(trustedProxies: readonly string[]): (peer: string) => boolean {
  const isTrusted = trustIn(trustedProxies)

  return (peer) => isTrusted(plain(peer))
}

/**
 * Determines the client's address. Clients can forge X-Forwarded-For, so it is read from the right, as far as hops are trusted
 * proxies.
 */
export function clientAddresses(trustedProxies: readonly string[]) {
  const isTrusted = trustIn(trustedProxies)

  return (peer: string, forwardedFor: string | undefined): string => {
    let client = plain(peer)
    if (!isTrusted(client)) return client
    const hops = (forwardedFor ?? '').split(',').map((hop) => plain(hop.trim()))

    while (isTrusted(client)) {
      const hop = hops.pop()
      if (hop === undefined || isIP(hop) === 0) break
      client = hop
    }
    return client
  }
}

function trustIn(trustedProxies: readonly string[]): (address: string) => boolean {
  const trusted = new BlockList()
  for (const proxy of trustedProxies) {
    const [address = '', prefix] = proxy.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (prefix === undefined) trusted.addAddress(address, family)
    else trusted.addSubnet(address, Number(prefix), family)
  }
  const check = (address: string) => trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
  const known = new BoundedCache<boolean>({ most: MOST_KNOWN, whenFull: 'clear' })

  /** There are few proxies, and each sends many requests. */
  return (address) => {
    if (trustedProxies.length === 0) return false
    let verdict = known.get(address)
    if (verdict === undefined) {
      verdict = check(address)
      known.set(address, verdict)
    }
    return verdict
  }
}

/** An IPv4 client of a dual-stack socket is written `::ffff:1.2.3.4`. */
const plain = (address: string) =>
  address.startsWith(':') ? address.replace(/^::ffff:(?=\d+\.)/i, '') : address
