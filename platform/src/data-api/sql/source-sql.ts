import type { Embed, ReadPlan } from '#data-api/plan/read-plan.ts'
import { qualified, quoteName } from '#data-api/quoting/identifiers.ts'

/** The name of a mutation's or function's rows within the whole statement. */
export const RESULT = 'pgrst_source'

/** The source of a level's rows, with the junction of a many-to-many embed. */
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
      // The cast selects the overload, since rows of a result have no row type.
      const row = `${source.row}::${qualified(source.rowType)}`
      return `${qualified(source.function)}(${row}) as ${quoteName(source.alias)}`
    }
  }
}
