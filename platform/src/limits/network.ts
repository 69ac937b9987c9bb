import { isIP } from 'node:net'

/** An IPv6 client controls a whole /64, so limits count networks instead of addresses. */
export const networkOf = (address: string): string => prefixOf(address, 4) ?? address

/** The /48 around an IPv6 network, whose 65,536 networks may all belong to one customer. */
export const siteOf = (address: string): string | null => prefixOf(address, 3)

function prefixOf(address: string, groups: number): string | null {
  if (isIP(address) !== 6) return null

  const [plain = ''] = address.split('%')
  const [head = [], tail = []] = plain.split('::').map((part) => part.split(':').filter(Boolean))
  const leftOut = Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0')
  const prefix = [...head, ...leftOut, ...tail].slice(0, groups)

  return `${prefix.map((group) => group.padStart(4, '0').toLowerCase()).join(':')}::/${groups * 16}`
}
