import { isIP } from 'node:net'

/** With IPv6 every household has more addresses than we could count: they count as one. */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address

  const [plain = ''] = address.split('%')
  const [head = [], tail = []] = plain.split('::').map((part) => part.split(':').filter(Boolean))
  const leftOut = Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0')
  const network = [...head, ...leftOut, ...tail].slice(0, 4)

  return `${network.map((group) => group.padStart(4, '0')).join(':')}::/64`
}
