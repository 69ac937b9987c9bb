import { RestError } from '#data-api/errors/rest-error.ts'
import type {
  ExposedSchema,
  KeyRelationship,
  Relationship,
  Routine,
} from '#data-api/schema-cache/schema.ts'
import { echo } from '#errors/echo.ts'
import { closest, LIKELY } from './closest.ts'

/** Names that the schema cache does not contain, or contains more than once: PGRST2xx, with PostgREST's messages. */

export function noRelationship(
  exposed: ExposedSchema,
  parent: string,
  child: string,
  hint: string | undefined,
): RestError {
  const using = hint === undefined ? '' : `' using the hint '${echo(hint)}`

  return new RestError(
    400,
    'PGRST200',
    `Could not find a relationship between '${parent}' and '${echo(child)}' in the schema cache`,
    {
      details: `Searched for a foreign key relationship between '${parent}' and '${echo(child)}${using}' in the schema '${exposed.schema}', but no matches were found.`,
      hint: relationshipHint(exposed, parent, child),
    },
  )
}

function relationshipHint(exposed: ExposedSchema, parent: string, child: string): string | null {
  const known = (exposed.relationships.get(parent) ?? []).map(({ foreign }) => foreign.name)
  // If the child is known, the problem is the hint.
  const instead = known.includes(child) ? null : closest(known, child)

  return instead === null ? null : `Perhaps you meant '${instead}' instead of '${echo(child)}'.`
}

export function severalRelationships(
  parent: string,
  child: string,
  candidates: readonly Relationship[],
): RestError {
  const choices = candidates.map((one) => `'${one.foreign.name}!${hintFor(one)}'`).join(', ')

  return new RestError(
    300,
    'PGRST201',
    `Could not embed because more than one relationship was found for '${parent}' and '${echo(child)}'`,
    {
      details: candidates.map(describeRelationship),
      hint: `Try changing '${echo(child)}' to one of the following: ${choices}. Find the desired relationship in the 'details' key.`,
    },
  )
}

function hintFor(relationship: Relationship): string {
  if (relationship.kind === 'computed') return relationship.function.name

  return relationship.kind === 'many-to-many' ? relationship.junction.name : relationship.constraint
}

function describeRelationship(relationship: Relationship) {
  const { table, foreign } = relationship
  if (relationship.kind === 'computed') return {}

  return {
    cardinality: relationship.kind,
    embedding: `${table.name} with ${foreign.name}`,
    relationship:
      relationship.kind === 'many-to-many'
        ? `${relationship.junction.name} using ${relationship.constraints[0]}${listed(
            relationship.columns.map(([, column]) => column),
          )} and ${relationship.constraints[1]}${listed(
            relationship.foreignColumns.map(([, column]) => column),
          )}`
        : describeKey(relationship),
  }
}

const describeKey = ({ constraint, table, foreign, columns }: KeyRelationship) =>
  `${constraint} using ${table.name}${listed(columns.map(([own]) => own))} and ${foreign.name}${listed(
    columns.map(([, other]) => other),
  )}`

const listed = (names: readonly string[]) => `(${names.join(', ')})`

export function noTable(exposed: ExposedSchema, name: string): RestError {
  const instead = closest([...exposed.tables.keys()], name, LIKELY)

  return new RestError(
    404,
    'PGRST205',
    `Could not find the table '${exposed.schema}.${echo(name)}' in the schema cache`,
    {
      hint: instead === null ? null : `Perhaps you meant the table '${exposed.schema}.${instead}'`,
    },
  )
}

export const noColumn = (table: string, column: string) =>
  new RestError(
    400,
    'PGRST204',
    `Could not find the '${echo(column)}' column of '${table}' in the schema cache`,
  )

export const severalFunctions = (candidates: readonly Routine[]) =>
  new RestError(
    300,
    'PGRST203',
    `Could not choose the best candidate function between: ${inOrder(candidates).map(signature).join(', ')}`,
    {
      hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
    },
  )

/** Fewest parameters first, then by signature, so that creation order does not matter. */
const inOrder = (routines: readonly Routine[]) => {
  const key = (routine: Routine) => shown(routine).join('\0')

  return routines.toSorted(
    (a, b) => a.parameters.length - b.parameters.length || (key(a) < key(b) ? -1 : 1),
  )
}

const shown = ({ parameters }: Routine) => parameters.map((one) => `${one.name} => ${one.type}`)

const signature = (routine: Routine) => `${routine.schema}.${routine.name}${listed(shown(routine))}`
