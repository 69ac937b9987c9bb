import type { EnvironmentReader } from './environment.ts'
import { unescapedIn } from './unescaped.ts'

/** How the server uses PostgreSQL; of no use on the embedded database. */
export type PostgresConfig = {
  /** PostgreSQL itself, where DATABASE_URL leads to a pooler; null: the same address. */
  directUrl: string | null
  preparing: (typeof PREPARING)[number]
  mostConnections: number
  /** A standby for reads; null: none. */
  replicaUrl: string | null
}

const PREPARING = ['auto', 'on', 'off'] as const

export function readPostgres(env: EnvironmentReader): PostgresConfig {
  const directUrl = env.get('DATABASE_DIRECT_URL') ?? null
  if (directUrl !== null) checkDatabaseUrl(env, 'DATABASE_DIRECT_URL', directUrl)
  if (directUrl !== null && env.get('DATABASE_URL') === undefined) {
    env.problem('DATABASE_DIRECT_URL needs DATABASE_URL')
  }

  return {
    directUrl,
    preparing: env.oneOf('DATABASE_PREPARED', PREPARING, 'auto'),
    mostConnections: env.whole('DATABASE_POOL', 10, { min: 4, max: 200 }),
    replicaUrl: readReplica(env),
  }
}

function readReplica(env: EnvironmentReader): string | null {
  const isSticky = env.flag('REPLICA_STICKY', false)
  const url = env.get('DATABASE_REPLICA_URL')
  if (url === undefined) return null
  checkDatabaseUrl(env, 'DATABASE_REPLICA_URL', url)
  if (hostsOf(url).length > 1) env.problem('DATABASE_REPLICA_URL must name one host')
  if (env.get('DATABASE_URL') === undefined) env.problem('DATABASE_REPLICA_URL needs DATABASE_URL')
  if (!isSticky) {
    env.problem(
      'DATABASE_REPLICA_URL needs REPLICA_STICKY=true, which says that the balancer keeps each member on one server',
    )
  }

  return url
}

const MOST_HOSTS = 8
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
  if (hostParameter(url).includes(',')) {
    return 'names several hosts in a parameter: name them before the database, as in postgres://one:5432,two:5432/database'
  }
  const hosts = hostsOf(url)
  if (hosts.length > MOST_HOSTS) return `names more than ${MOST_HOSTS} hosts`
  if (
    hosts.length > 1 &&
    hosts.some((host) => !URL.canParse(`postgres://${host}`) || host === '')
  ) {
    return 'must name each host as name or name:port, after commas'
  }
  // Other programs accept an empty host after a user, which is no valid URL.
  if (/^\w+:\/\/[^/?]*@([/?]|$)/.test(url)) {
    return `names no host; a socket is written as ${SOCKET}`
  }
  return URL.canParse(url.replace(hosts.join(), hosts[0] ?? ''))
    ? null
    : 'must be an address such as postgres://user:password@host:5432/database'
}

function hostsOf(url: string): string[] {
  const authority = /^\w+:\/\/([^/?]*)/.exec(url)?.[1] ?? ''

  return authority.slice(authority.lastIndexOf('@') + 1).split(',')
}

/** The parameter that replaces the host of the address. */
const hostParameter = (url: string): string =>
  new URLSearchParams(/\?(.*)$/s.exec(url)?.[1] ?? '').get('host') ?? ''
