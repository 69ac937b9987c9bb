/** What a client would like, as far as it said so (RFC 7240). */
export type Preferences = {
  return?: 'minimal' | 'representation' | 'headers-only'
  count?: Count
  resolution?: 'merge-duplicates' | 'ignore-duplicates'
  missing?: 'default' | 'null'
  tx?: 'commit' | 'rollback'
  handling?: 'strict' | 'lenient'
  timezone?: string
  maxAffected?: number
  /** What nobody knows, as it was written. */
  unknown: readonly string[]
}

export type Count = 'exact' | 'planned' | 'estimated'
