import { isIP } from 'node:net'
import type { EnvironmentReader } from './environment.ts'

/** Addresses or ranges (`10.0.0.0/8`) of the proxies whose word on the client's address counts. */
export function readProxies(env: EnvironmentReader): string[] {
  const proxies = env.list('TRUSTED_PROXIES')

  for (const proxy of proxies) {
    const [address = '', prefix, ...rest] = proxy.split('/')
    const bits = isIP(address) === 4 ? 32 : 128
    const isRange =
      prefix === undefined ||
      (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits && rest.length === 0)
    if (isIP(address) === 0 || !isRange) {
      env.problem('TRUSTED_PROXIES must be a list of addresses or ranges such as 10.0.0.0/8')
      return []
    }
  }
  return proxies
}
