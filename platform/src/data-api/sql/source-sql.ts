import type { Embed, ReadPlan } from '#data-api/plan/read-plan.ts'
import { qualified, quoteName } from '#data-api/quoting/identifiers.ts'

/** The rows that a mutation or a function left, under the name they have in the whole statement. */
export const RESULT = 'pgrst_source'

/** Where a level's rows come from; the embed tells of a junction in between. */
export function sourceSql({ source }: ReadPlan, embed?: Embed): string {
  const junction = embed?.junction
  const between = junction ? `, ${qualified(junction.name)} as ${quoteName(junction.alias)}` : ''

  switch (source.kind) {
    case 'relation': {
      const alias = source.alias === undefined ? '' : ` as ${quoteName(source.alias)}`
      return `${qualified(source.name)}${alias}${between}`
    }
    case 'result':
      return `${RESULT} as ${quoteName(source.alias)}`
    case 'computed': {
      // The cast chooses among functions of one name, since rows of a result have no type of their own.
      const row = `${source.row}::${qualified(source.rowType)}`
      return `${qualified(source.function)}(${row}) as ${quoteName(source.alias)}`
    }
  }
}
