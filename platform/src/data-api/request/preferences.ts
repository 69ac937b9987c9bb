/** A client's preferences (RFC 7240). */
export type Preferences = {
  return?: 'minimal' | 'representation' | 'headers-only'
  count?: Count
  resolution?: 'merge-duplicates' | 'ignore-duplicates'
  missing?: 'default' | 'null'
  tx?: 'commit' | 'rollback'
  handling?: 'strict' | 'lenient'
  timezone?: string
  maxAffected?: number
  /** Unknown preferences, exactly as sent. */
  unknown: readonly string[]
}

export type Count = 'exact' | 'planned' | 'estimated'
