import { StartError } from '#errors/start-error.ts'

/** Secrets are sent to these URLs, so plain http is accepted only for loopback hosts. */
export function requireSafeAddress(what: string, address: string): void {
  const { protocol, hostname } = new URL(address)
  if (protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))) return

  throw new StartError(`${what} must begin with https: (http: is for this machine only).`)
}

const isLoopback = (hostname: string) =>
  hostname === 'localhost' ||
  hostname.endsWith('.localhost') ||
  hostname === '[::1]' ||
  /^127(\.\d{1,3}){3}$/.test(hostname)
