import { inject } from 'vitest'
import '#test/databases/given.ts'

/** The role that servers of this run log in as, which owns everything. */
export function loginRole(): string {
  const given = inject('database')

  return given.kind === 'postgres' ? given.owner : `${given.schema.app}_server`
}
