import type { EnvironmentReader } from './environment.ts'

export type RestConfig = {
  schemas: string[]
  anonRole: string
  /** Schemas of the search path besides the requested one. */
  extraSearchPath: string[]
  maxRows: number
  /** The time limit for statements of each kind of caller. */
  statementLimitsMs: { anonymous: number; member: number }
}

const STATEMENT_LIMITS_MS = { anonymous: 3_000, member: 8_000 }

const NAME = /^[A-Za-z_][\w$]*$/

/** Which parts of the database the product's data API exposes. */
export function readRest(env: EnvironmentReader): RestConfig {
  const listed = env.list('REST_SCHEMAS')
  const schemas = listed.length > 0 ? listed : ['public']
  const anonRole = env.text('REST_ANON_ROLE', 'anon')
  const paths = env.list('REST_EXTRA_SEARCH_PATH')
  const extraSearchPath = paths.length > 0 ? paths : ['public']
  if (![...schemas, ...extraSearchPath, anonRole].every((name) => NAME.test(name))) {
    env.problem(
      'REST_SCHEMAS, REST_EXTRA_SEARCH_PATH and REST_ANON_ROLE must be names in the database',
    )
  }

  return {
    schemas,
    anonRole,
    extraSearchPath,
    maxRows: env.whole('REST_MAX_ROWS', 1000, { min: 1, max: 1_000_000 }),
    statementLimitsMs: STATEMENT_LIMITS_MS,
  }
}
