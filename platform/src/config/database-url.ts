import type { EnvironmentReader } from './environment.ts'
import { unescapedIn } from './unescaped.ts'

const SOCKET = 'postgres://user:password@%2Fvar%2Frun%2Fpostgresql/database'

/** Reports why an address of a PostgreSQL server cannot be used. The driver's own error message would mislead the operator. */
export function checkDatabaseUrl(env: EnvironmentReader, name: string, url: string): void {
  const problem = problemOf(url)
  if (problem !== null) env.problem(`${name} ${problem}`)
}

function problemOf(url: string): string | null {
  if (/^(\/|(socket|unix):)/.test(url)) return `leads to a socket, which is written as ${SOCKET}`
  if (!/^postgres(ql)?:\/\//.test(url)) return 'must be an address that begins with postgres:'

  const unescaped = unescapedIn(url)
  if (unescaped !== null) return unescaped
  if (hostsOf(url).includes(',')) {
    return 'names several hosts: name one, such as an address that always leads to the primary'
  }
  // Other programs accept an empty host after a user, which is no valid URL.
  if (/^\w+:\/\/[^/?]*@([/?]|$)/.test(url)) {
    return `names no host; a socket is written as ${SOCKET}`
  }
  return URL.canParse(url)
    ? null
    : 'must be an address such as postgres://user:password@host:5432/database'
}

/** Hosts from the authority, and from the parameter that replaces it. */
function hostsOf(url: string): string {
  const authority = /^\w+:\/\/([^/?]*)/.exec(url)?.[1] ?? ''
  const query = new URLSearchParams(/\?(.*)$/s.exec(url)?.[1] ?? '')

  return `${authority.slice(authority.lastIndexOf('@') + 1)}${query.get('host') ?? ''}`
}
