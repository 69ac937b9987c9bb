/** Options of the data API, by PostgREST's names. */
export type RestOptions = {
  /** Exposed schemas; the first is the default. */
  schemas: readonly string[]
  extraSearchPath: readonly string[]
  /** The role of a request without a token; null refuses it. */
  anonRole: string | null
  maxRows: number | null
  txEnd: 'commit' | 'commit-allow-override' | 'rollback' | 'rollback-allow-override'
  areAggregatesAllowed: boolean
  arePlansAllowed: boolean
  /** A quoted function that runs before every request; without a schema, the search path finds it. */
  preRequest: string | undefined
  appSettings: Readonly<Record<string, string>>
  /** Statement limits by role; other roles use the database's general limit. */
  statementLimits: Readonly<Record<string, number>>
  /** Headers exposed to other origins, in addition to PostgREST's. */
  alsoExposed: readonly string[]
  /**
   * Request headers that identify the caller: every answer varies by them and states its caching rule. PostgREST has no such headers and no
   * caching rule.
   */
  credentialHeaders: readonly string[]
  openApi: 'follow-privileges' | 'ignore-privileges' | 'disabled'
}

export const mayChooseEnd = ({ txEnd }: RestOptions): boolean => txEnd.endsWith('-allow-override')

export const rollsBack = (
  { txEnd }: RestOptions,
  preference: 'commit' | 'rollback' | undefined,
): boolean => (preference === undefined ? txEnd.startsWith('rollback') : preference === 'rollback')
