import type { ExposedSchema, KeyRelationship, Relationship } from '#data-api/schema-cache/schema.ts'
import { noRelationship, severalRelationships } from './schema-errors.ts'

/** Finds the relationship that an embed refers to; throws if there is none or more than one. */
export function findRelationship(
  exposed: ExposedSchema,
  origin: string,
  target: string,
  hint: string | undefined,
): Relationship {
  const candidates = (exposed.relationships.get(origin) ?? []).filter((one) =>
    matches(one, target, hint),
  )
  const [only] = candidates

  if (!only) throw noRelationship(exposed, origin, target, hint)
  if (candidates.length > 1) throw severalRelationships(origin, target, candidates)
  return only
}

function matches(one: Relationship, target: string, hint: string | undefined): boolean {
  if (one.kind === 'computed') return one.function.name === target
  if (one.isSelf) return matchesSelf(one, target, hint)

  const isNamed = one.foreign.name === target
  if (hint === undefined) {
    return isNamed || (!one.foreignIsView && isKey(one) && isCalled(one, target))
  }
  if (!isNamed) return false
  if (one.kind === 'many-to-many') return one.junction.name === hint

  return isCalled(one, hint) || onlyColumn(one, 1) === hint
}

/**
 * A self-referencing key has one name for both directions: the table's name selects to-many, the column's to-one.
 */
function matchesSelf(one: Relationship, target: string, hint: string | undefined): boolean {
  if (one.kind === 'one-to-many') {
    return one.foreign.name === target && (hint === undefined || onlyColumn(one, 1) === hint)
  }
  return one.kind === 'many-to-one' && hint === undefined && onlyColumn(one, 0) === target
}

const isKey = (one: Relationship): one is KeyRelationship =>
  one.kind !== 'many-to-many' && one.kind !== 'computed'

/** Matches the constraint's name, or the name of its only column in the origin. */
const isCalled = (one: KeyRelationship, name: string): boolean =>
  one.constraint === name || onlyColumn(one, 0) === name

const onlyColumn = ({ columns }: KeyRelationship, side: 0 | 1): string | undefined =>
  columns.length === 1 ? columns[0]?.[side] : undefined
