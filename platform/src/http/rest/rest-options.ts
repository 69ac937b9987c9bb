/** How the data API behaves, by the names that PostgREST gave these choices. */
export type RestOptions = {
  /** Exposed schemas; the first is meant when nobody says which. */
  schemas: readonly string[]
  extraSearchPath: readonly string[]
  /** Whom a request without a token runs as; null refuses it. */
  anonRole: string | null
  maxRows: number | null
  txEnd: 'commit' | 'commit-allow-override' | 'rollback' | 'rollback-allow-override'
  areAggregatesAllowed: boolean
  arePlansAllowed: boolean
  /** A function that runs before every request, as SQL names it: without a schema the search path finds it. */
  preRequest: string | undefined
  appSettings: Readonly<Record<string, string>>
  /** How long a statement may take, by role; others have the database's general limit. */
  statementLimits: Readonly<Record<string, number>>
  /** Headers that pages of other origins may read besides those that PostgREST shows them. */
  alsoExposed: readonly string[]
  openApi: 'follow-privileges' | 'ignore-privileges' | 'disabled'
}

export const mayChooseEnd = ({ txEnd }: RestOptions): boolean => txEnd.endsWith('-allow-override')

export const rollsBack = (
  { txEnd }: RestOptions,
  wish: 'commit' | 'rollback' | undefined,
): boolean => (wish === undefined ? txEnd.startsWith('rollback') : wish === 'rollback')
