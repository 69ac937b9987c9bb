import type { Serve } from './framed-request.ts'

/** One surface below an address of its own; all other requests go on. */
export const under =
  (base: string, surface: Serve, others: Serve): Serve =>
  (incoming, outgoing) =>
    isBelow(base, incoming.url ?? '/') ? surface(incoming, outgoing) : others(incoming, outgoing)

function isBelow(base: string, address: string): boolean {
  if (!address.startsWith(base)) return false
  const next = address[base.length]

  return next === undefined || next === '/' || next === '?'
}
